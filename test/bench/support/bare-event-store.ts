/**
 * The baseline of everything that appends to EventStoreDB: its stock client, as its manual says, with events whose
 * bytes were made before. Credentials with a call make it one of `Append`; without them all calls share one of
 * `BatchAppend`.
 */
import { binaryEvent, type EventData, EventStoreDBClient } from '@eventstore/db-client';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';

export type BareEvent = EventData;

export type BareEventStore = {
  /** `revision`: of the last event of the stream; -1 when there is none. */
  readonly append: (stream: string, revision: number, event: BareEvent) => Promise<void>;
  readonly close: () => Promise<void>;
};

const utf8 = new TextEncoder();

export const bareEvent = ({ id, type, data, metadata }: EncodedEvent): BareEvent =>
  binaryEvent({ id, type, data: utf8.encode(data), metadata: utf8.encode(metadata) });

export const openBareEventStore = (url: string, path: 'unary' | 'batch'): BareEventStore => {
  const client = EventStoreDBClient.connectionString(url);
  const options = path === 'unary' ? { credentials: credentialsIn(url) } : {};
  return {
    append: async (stream, revision, event) => {
      const expectedRevision = revision < 0 ? 'no_stream' : BigInt(revision);
      await client.appendToStream(stream, event, { ...options, expectedRevision });
    },
    close: async () => client.dispose(),
  };
};

/** Where there is no TLS they are not sent: any will do. */
const credentialsIn = (url: string): { readonly username: string; readonly password: string } => {
  const [, username = 'admin', password = 'changeit'] = /^esdb[^:]*:\/\/([^:@/]+):([^@/]+)@/.exec(url) ?? [];
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
};
