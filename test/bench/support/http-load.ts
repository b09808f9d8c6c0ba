/**
 * Requests over kept connections, as fast as they are answered. Bare sockets and the least parsing that tells where an
 * answer ends: the load generator is not to be what is measured.
 */
import { connect, type Socket } from 'node:net';

export type Origin = { readonly host: string; readonly port: number };

export type Answer = { readonly status: number; readonly body: Buffer };

export type Connection = {
  /** Sends a whole request and resolves with the answer. One at a time. */
  readonly ask: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
};

const HEAD_END = '\r\n\r\n';

export const openConnection = async (origin: Origin): Promise<Connection> => {
  let socket = await openSocket(origin);
  return {
    ask: async (request) => {
      // A server closes what was idle for long: between two windows, not while it is asked.
      if (socket.isClosed()) socket = await openSocket(origin);
      return socket.ask(request);
    },
    close: () => socket.close(),
  };
};

const openSocket = async ({ host, port }: Origin) => {
  const socket = await connected(host, port);
  let closed = false;
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let head = '';
  let status = 0;
  /** Bytes of the body still to come; undefined while the head is incomplete. */
  let missing: number | undefined;
  let body: Buffer[] = [];

  const take = (chunk: Buffer): void => {
    if (missing === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1];
      const rest = head.length - end - HEAD_END.length;
      missing = Number(length ?? 0) - rest;
      body = [chunk.subarray(chunk.length - rest)];
    } else {
      missing -= chunk.length;
      body.push(chunk);
    }
    if (missing > 0) return;
    head = '';
    missing = undefined;
    const ready = waiting;
    waiting = undefined;
    ready?.resolve({ status, body: body.length === 1 ? (body[0] as Buffer) : Buffer.concat(body) });
  };

  const end = (error?: Error): void => {
    closed = true;
    waiting?.reject(error ?? new Error('the server has closed the connection'));
  };
  socket
    .on('data', take)
    .on('error', end)
    .on('close', () => end());
  return {
    isClosed: () => closed,
    ask: async (request: Buffer): Promise<Answer> => {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
};

const connected = async (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket)).once('error', reject);
  });

/** A request as its bytes. */
export const requestBytes = (method: string, path: string, token: string, body?: unknown): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const content =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n` +
      `authorization: Bearer ${token}\r\n${content}\r\n${text}`,
  );
};

export type Load = {
  /** Requests a second over so long a time; each connection asks again as soon as it is answered. */
  readonly forTime: (ms: number, next: () => Buffer) => Promise<number>;
  /** Each request once; requests a second. */
  readonly each: (requests: readonly Buffer[]) => Promise<number>;
  /** The answers to requests, in their order. Any status will do. */
  readonly answers: (requests: readonly Buffer[]) => Promise<readonly Answer[]>;
  /** One request, on the first connection. */
  readonly one: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
};

/** `status`: what every answer must have; another one ends the benchmark. */
export const openLoad = async (origin: Origin, connections: number, status: number): Promise<Load> => {
  const open = await Promise.all(Array.from({ length: connections }, async () => openConnection(origin)));

  const ask = async (connection: Connection, request: Buffer): Promise<Answer> => {
    const answer = await connection.ask(request);
    if (answer.status === status) return answer;
    throw new Error(`answered ${answer.status}, not ${status}: ${answer.body.toString().slice(0, 500)}`);
  };

  const rateOf = async (work: (connection: Connection) => Promise<number>): Promise<number> => {
    const start = performance.now();
    const counts = await Promise.all(open.map(work));
    return (counts.reduce((sum, count) => sum + count, 0) * 1_000) / (performance.now() - start);
  };

  return {
    forTime: async (ms, next) => {
      const end = performance.now() + ms;
      return rateOf(async (connection) => {
        let count = 0;
        for (; performance.now() < end; count += 1) await ask(connection, next());
        return count;
      });
    },
    each: async (requests) => {
      let at = 0;
      return rateOf(async (connection) => {
        let count = 0;
        for (; at < requests.length; count += 1) await ask(connection, requests[at++] as Buffer);
        return count;
      });
    },
    answers: async (requests) => {
      const answers: Answer[] = [];
      let at = 0;
      await rateOf(async (connection) => {
        for (let own = at++; own < requests.length; own = at++) {
          answers[own] = await connection.ask(requests[own] as Buffer);
        }
        return 0;
      });
      return answers;
    },
    one: async (request) => ask(open[0] as Connection, request),
    close: () => open.forEach((connection) => connection.close()),
  };
};
