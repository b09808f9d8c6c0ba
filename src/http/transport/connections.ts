/**
 * Decides which connections stay. One that waits for its client may have to give way: for a header section, for a body,
 * or to be read. One that waits for us never does. So any number of slow clients takes no place of others.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Metrics, Timers } from '../../ports/basics.ts';
import { networkOf } from './network-of.ts';

/** `gave_way`: to a newcomer. `half_open`: too many of one address. `ended`: its client did not hang up. */
export type Cut = 'gave_way' | 'half_open' | 'slow_reader' | 'pipelined' | 'ended';

export type Connections = {
  /** A new one; of too many, one that waits for its client is cut, or the new one itself. */
  readonly opened: (socket: Socket) => void;
  /** A request has begun on it. */
  readonly asked: (request: IncomingMessage, response: ServerResponse) => void;
  /** Cuts connections that have waited for their client for too long. Call it every `limits.connectionsCheckMs`. */
  readonly look: () => void;
  readonly open: () => Iterable<Socket>;
  readonly answering: () => Iterable<ServerResponse>;
};

export type ConnectionBounds = {
  readonly connectionsMax: number;
  readonly halfOpenPerAddressMax: number;
};

const BOUNDS: ConnectionBounds = {
  connectionsMax: limits.connectionsMax,
  halfOpenPerAddressMax: limits.halfOpenPerAddressMax,
};

type Connection = {
  readonly socket: Socket;
  readonly address: string;
  readonly answering: Map<ServerResponse, IncomingMessage>;
  /** When it was opened, last asked or last answered; milliseconds. */
  since: number;
  /** Bytes that had come by then. */
  bytesRead: number;
  /** Whether a request has ever come whole as far as its headers. */
  asked: boolean;
  /** Whether the last look found it ended by us. */
  ended: boolean;
  readonly reader: { owedBytes: number; takenBytes: number };
};

export const createConnections = (
  { monotonic }: Pick<Clock, 'monotonic'>,
  onCut: (why: Cut) => void,
  bounds: ConnectionBounds = BOUNDS,
): Connections => {
  const connections = new Map<Socket, Connection>();
  let looked = monotonic();

  const cut = ({ socket }: Connection, why: Cut): void => {
    connections.delete(socket);
    socket.destroy();
    onCut(why);
  };

  const giveWay = (newcomer: Connection): void => {
    const waiting = [...connections.values()].filter((one) => one !== newcomer && waitsForClient(one));
    const [longest] = ofBusiestAddress(waiting).toSorted((a, b) => a.since - b.since);
    cut(longest ?? newcomer, 'gave_way');
  };

  const boundHalfOpen = (at: number): void => {
    const halfOpen = [...connections.values()].filter(
      (one) => isHalfOpen(one) && at - one.since >= limits.connectionsCheckMs,
    );
    for (const ofOne of Map.groupBy(halfOpen, ({ address }) => address).values()) {
      const tooMany = Math.max(0, ofOne.length - bounds.halfOpenPerAddressMax);
      for (const one of ofOne.toSorted((a, b) => a.since - b.since).slice(0, tooMany)) cut(one, 'half_open');
    }
  };

  const touch = (connection: Connection): void => {
    connection.since = monotonic();
    connection.bytesRead = connection.socket.bytesRead;
  };

  return Object.freeze({
    opened: (socket: Socket) => {
      const connection = connectionOf(socket, monotonic());
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
      if (connections.size > bounds.connectionsMax) giveWay(connection);
    },
    asked: (request: IncomingMessage, response: ServerResponse) => {
      const connection = connections.get(request.socket);
      if (connection === undefined) return;
      connection.asked = true;
      connection.answering.set(response, request);
      touch(connection);
      response.once('close', () => {
        connection.answering.delete(response);
        touch(connection);
      });
      if (connection.answering.size > limits.pipelinedRequestsMax) cut(connection, 'pipelined');
    },
    look: () => {
      const at = monotonic();
      for (const one of connections.values()) {
        if (isLate(one, at - looked)) cut(one, 'slow_reader');
        else if (one.ended && one.socket.writableLength === 0) cut(one, 'ended');
        one.ended = one.socket.writableEnded;
      }
      looked = at;
      boundHalfOpen(at);
    },
    open: () => connections.keys(),
    answering: () => [...connections.values()].flatMap(({ answering }) => [...answering.keys()]),
  });
};

const connectionOf = (socket: Socket, since: number): Connection => ({
  socket,
  address: networkOf(socket.remoteAddress),
  answering: new Map(),
  since,
  bytesRead: 0,
  asked: false,
  ended: false,
  reader: { owedBytes: 0, takenBytes: 0 },
});

const waitsForClient = ({ socket, answering }: Connection): boolean => {
  const [first] = answering.values();
  return first === undefined || !first.complete || socket.writableLength > 0;
};

/** No request is under way, and none has come whole since; one that is kept and silent is not meant. */
const isHalfOpen = ({ socket, answering, asked, bytesRead }: Connection): boolean =>
  answering.size === 0 && (!asked || socket.bytesRead > bytesRead);

const ofBusiestAddress = (waiting: readonly Connection[]): readonly Connection[] => {
  let most: readonly Connection[] = [];
  for (const ofOne of Map.groupBy(waiting, ({ address }) => address).values()) {
    if (ofOne.length > most.length) most = ofOne;
  }
  return most;
};

/**
 * While bytes wait to be read, a client must take so many a second. Bytes written in one piece are only seen taken in
 * one piece, so the bound allows for them.
 */
const isLate = ({ socket, reader }: Connection, elapsedMs: number): boolean => {
  const pending = socket.writableLength;
  const taken = socket.bytesWritten - pending;
  const due = (elapsedMs / 1_000) * limits.readerBytesPerSecondMin;
  reader.owedBytes = pending === 0 ? 0 : Math.max(0, reader.owedBytes + due - (taken - reader.takenBytes));
  reader.takenBytes = taken;
  return reader.owedBytes > (limits.readerStallMs / 1_000) * limits.readerBytesPerSecondMin + pending;
};

type Watching = { readonly timers: Pick<Timers, 'sleep'>; readonly metrics: Metrics };
type Telling = {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Metrics;
};

/** Until the signal aborts; never rejects. */
export const watchConnections = async (
  connections: Connections,
  { timers, metrics }: Watching,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    await timers.sleep(limits.connectionsCheckMs, signal).catch(() => undefined);
    connections.look();
    metrics.gauge('pi_http_connections', [...connections.open()].length);
  }
};

/** Counts each; the log has one line for many, as clients that are cut come back. */
export const tellOfCuts = ({ clock, logger, metrics }: Telling): ((why: Cut) => void) => {
  let told = -Infinity;
  let cut = 0;
  return (why) => {
    metrics.count('pi_http_connections_cut_total', { why });
    // A client that was refused and does not hang up is no news.
    if (why === 'ended') return;
    cut += 1;
    if (clock.monotonic() - told < limits.cutsToldEveryMs) return;
    told = clock.monotonic();
    logger.warn({ why, cut }, 'connections that wait for their clients were cut');
    cut = 0;
  };
};
