/**
 * A double of EventStoreDB 23.10: a gRPC server with the streams protocol from the client package's own definitions, on
 * a table in an embedded database. It does as a real server was seen to do: idempotent appends, positions that are
 * offsets in bytes, errors with their codes, trailers and texts; the order and the lag of subscriptions; two equal
 * appends at the same moment. It has faults on demand.
 *
 * Left out: appends at `any` and `stream_exists`, Delete and Tombstone (answered UNIMPLEMENTED; on the batch path an
 * UnknownError), persistent subscriptions, projections, users, links, stream metadata that hides events, TLS,
 * replication. `$`-events are in `$all` from the start.
 */
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createAppendCall } from './append-calls.ts';
import { createAppends } from './appends.ts';
import { createBatchCall } from './batch-call.ts';
import { createFaults, type Faults } from './faults.ts';
import { listen, type Listener, type Service } from './listener.ts';
import { createNodeCalls } from './node-calls.ts';
import { createReadCall } from './read-call.ts';
import { openStorage, type Storage } from './storage.ts';

export type DoubleOptions = {
  /** Any free one unless stated. */
  readonly port?: number;
  /** The file that it keeps its log in; in memory, and gone with `close`, unless stated. */
  readonly data?: string;
  /** A bound on appends in bytes, the server's own 1 MiB unless stated. */
  readonly appendBytesMax?: number;
  /** How long the twin of an append under way waits before it fails; the server's own 2,000 unless stated. */
  readonly twinTimeoutMs?: number;
  /** Serves the log of another double, as another node of its cluster. */
  readonly sharing?: EventStoreDouble;
};

export type EventStoreDouble = {
  /** Connection string for the client. */
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** Cuts all connections and listens no more, as by SIGKILL; what was answered stays. */
  stop(): Promise<void>;
  /** Listens again, on the same port and log. */
  start(): Promise<void>;
  /** For good. Safe to repeat. */
  close(): Promise<void>;
  readonly storage: () => Storage;
};

/** Where a test hands over what it has to close; `t` of ava is one. */
type Scope = { readonly teardown: (close: () => Promise<void>) => void };

const APPEND_BYTES_MAX = 1024 * 1024;
const TWIN_TIMEOUT_MS = 2_000;

/** Starts a double; it is closed when the test of `scope` is over. */
export const startEventStoreDouble = async (scope?: Scope, options: DoubleOptions = {}): Promise<EventStoreDouble> => {
  const { data = ':memory:', sharing } = options;
  const { appendBytesMax = APPEND_BYTES_MAX, twinTimeoutMs = TWIN_TIMEOUT_MS } = options;
  const timers = createTimers();
  const faults = createFaults();
  const storage = sharing === undefined ? openStorage(data, timers) : undefined;
  const theStorage = (): Storage => storage ?? (sharing as EventStoreDouble).storage();
  let listener: Listener | undefined;

  const cut = (peer: string): void => listener?.cut(peer);
  // A late append may find its log closed: no caller waits for it.
  const failed = (): void => undefined;
  const append = createAppends({ storage: theStorage, faults, appendBytesMax, twinTimeoutMs, failed });
  const node = createNodeCalls(() => listener?.port ?? 0);
  const services: readonly Service[] = [
    [
      StreamsService,
      {
        append: createAppendCall(append, cut),
        batchAppend: createBatchCall({ append, cut, appendBytesMax }),
        read: createReadCall({ storage: theStorage, faults, cut }),
      },
    ],
    [ServerFeaturesService, { getSupportedMethods: node.getSupportedMethods }],
    [GossipService, { read: node.gossip }],
  ];

  listener = await listen(options.port ?? 0, services);
  const { port } = listener;
  const stop = async (): Promise<void> => {
    const stopping = listener;
    listener = undefined;
    await stopping?.kill();
  };
  const start = async (): Promise<void> => {
    listener ??= await listen(port, services);
  };
  const close = async (): Promise<void> => {
    await stop();
    faults.clear();
    await storage?.close();
  };
  scope?.teardown(close);
  return Object.freeze({
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    faults,
    stop,
    start,
    close,
    storage: theStorage,
  });
};
