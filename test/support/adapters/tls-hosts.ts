/** Hosts that a test calls: TLS servers of this machine, whose answers are bytes, and clients that may reach them. */
import type { ExecutionContext } from 'ava';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { openOutbound, type OutboundRules } from '../../../src/adapters/outbound/open-outbound.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import type { LogFields } from '../../../src/ports/basics.ts';
import type { OutboundAnswer, OutboundCall } from '../../../src/ports/outbound.ts';
import { certify, type Certified } from './certificate.ts';

export type Host = {
  readonly port: number;
  /** Of its root, under a name that its certificate has. */
  readonly url: string;
  /** Connections so far, also those that never said a word. */
  readonly connections: () => number;
  /** Heads of the requests so far. */
  readonly requests: readonly string[];
  /** Resolves when its clients have hung up. */
  readonly isLeft: () => Promise<unknown>;
};

export const PUBLIC = '127.0.0.1';
export const PRIVATE = '127.0.0.2';

/** Trusted by the clients of `outboundTo`; of any name below `test`. */
export const trusted = certify({ names: ['files.test', 'other.test', '*.files.test'] });

/** Answers each request by `answer`, which writes to the socket and ends it. */
export const openHost = async (
  t: ExecutionContext,
  answer: (socket: TLSSocket, head: string) => void,
  { address = PUBLIC, port = 0, certified = trusted }: { address?: string; port?: number; certified?: Certified } = {},
): Promise<Host> => {
  let connections = 0;
  const requests: string[] = [];
  const open = new Set<Socket>();
  const server = createServer({ ...certified }, (socket) => {
    // A client that hangs up is none of the host's troubles.
    socket.on('error', () => undefined);
    let head = '';
    socket.on('data', (chunk: Buffer) => {
      const whole = head.includes('\r\n\r\n');
      head += chunk.toString('latin1');
      if (whole || !head.includes('\r\n\r\n')) return;
      requests.push(head);
      answer(socket, head);
    });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const isLeft = async () => Promise.all([...open].map(async (socket) => once(socket, 'close')));
  server.listen(port, address);
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const at = (server.address() as AddressInfo).port;
  return { port: at, url: `https://files.test:${at}/`, connections: () => connections, requests, isLeft };
};

/** A whole answer with this body. */
export const says =
  (body: string | Uint8Array, head = 'HTTP/1.1 200 OK\r\nContent-Type: image/png') =>
  (socket: TLSSocket): void => {
    socket.write(`${head}\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n\r\n`);
    socket.end(body);
  };

export type LoggedCall = { readonly fields: LogFields; readonly message: string };

/** A client for which `PUBLIC` is public, whatever its name, and no other address of this machine. */
export const outboundTo = (ports: readonly number[], rules: Partial<OutboundRules> = {}) => {
  const logged: LoggedCall[] = [];
  const counted: string[] = [];
  const outbound = openOutbound(
    {
      timers: createTimers(),
      logger: { info: (fields, message) => void logged.push({ fields, message }) },
      metrics: { count: (_, labels) => void counted.push(labels?.['outcome'] ?? '') },
      ownNames: ['studio.test'],
    },
    {
      resolve: async () => Promise.resolve([PUBLIC]),
      isAllowed: (address) => address === PUBLIC,
      ports,
      ca: trusted.cert,
      ...rules,
    },
  );
  return { outbound, logged, counted };
};

/** The public host `files.test`, a private one at all other names and the same port, and a client of both. */
export const publicAndPrivate = async (
  t: ExecutionContext,
  answer: Parameters<typeof openHost>[1],
  rules: Partial<OutboundRules> = {},
) => {
  const inside = await openHost(t, says('secret'), { address: PRIVATE });
  const { port } = inside;
  const host = await openHost(t, answer, { port });
  const resolve = async (name: string) => Promise.resolve([name === 'files.test' ? PUBLIC : PRIVATE]);
  return { inside, host, port, outbound: outboundTo([port], { resolve, ...rules }).outbound };
};

export const callTo = (url: string, change: Partial<OutboundCall> = {}): OutboundCall => ({
  workspaceId: 'ws_1',
  url,
  method: 'GET',
  bytesMax: 1_000,
  totalMs: 20_000,
  ...change,
});

export const textOf = async ({ status, contentType, body }: OutboundAnswer) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, contentType, text: Buffer.concat(chunks).toString('latin1') };
};
