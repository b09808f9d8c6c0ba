/**
 * The parts of `@eventstore/db-client` below its public methods that the adapter uses: its connection, and the
 * protocol's own messages. The public methods turn data and metadata into objects and so lose the very bytes (decision
 * 0028).
 */
import { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Fault } from '../../../kernel/faults.ts';
import { connectionString } from './connection-string.ts';

/** Metadata and options of one call. */
export type CallArguments = readonly [
  metadata: NonNullable<Parameters<StreamsClient['read']>[1]>,
  options: NonNullable<Parameters<StreamsClient['read']>[2]>,
];

/** The client's own management of its channel: discovery, the way to a new leader, credentials. */
export type Client = {
  /** Runs a call on the present channel; after `not-leader`, `unavailable` and `cancelled` the next one has another. */
  execute<T>(type: typeof StreamsClient, name: string, action: (grpc: StreamsClient) => Promise<T>): Promise<T>;
  /** `deadline` in milliseconds from now; that of the options, `Infinity`, goes before it. */
  callArguments(
    base: { readonly requiresLeader: boolean; readonly deadline?: number },
    options?: { readonly deadline: number },
  ): CallArguments;
  /** The error handling of `execute`, without waiting for it. */
  handleError: (grpc: StreamsClient, error: Error) => Promise<void>;
};

export { StreamsClient };

/** Makes a client, without I/O but for certificates. Fault `unavailable`, not retriable: the address is wrong. */
export const createClient = (url: string): Client => {
  const checked = connectionString(url);
  try {
    // Its methods for subclasses, which it makes itself from a connection string: there is no subclass to be had.
    return EventStoreDBClient.connectionString(checked) as unknown as Client;
  } catch (error) {
    // A parser's error quotes its input. Those about certificates do not.
    const said = error instanceof Error && !('connectionString' in error) ? `: ${error.message}` : '';
    throw new Fault('unavailable', `the event store's address cannot be used${said}`, { retriable: false });
  }
};
