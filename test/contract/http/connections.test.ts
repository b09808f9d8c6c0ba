/** Clients that take their time, over real sockets; what is decided is in `unit/http/transport/connections.test.ts`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { serverOptions } from '../../../src/http/server.ts';
import { answerClientError } from '../../../src/http/transport/client-error.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { givenApi } from '../../spec/api-spec.ts';
import { listening } from '../../support/http/listening.ts';

/** Sends what is no HTTP, and answers a hang-up by nothing. Resolves when it was answered and hung up on. */
const refusedAndStays = async (t: ExecutionContext, port: number): Promise<void> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('HELO there\r\n\r\n'));
  t.teardown(() => socket.destroy());
  const [answer] = (await once(socket, 'data')) as [Buffer];
  t.regex(answer.toString(), /^HTTP\/1\.1 400 /);
  await once(socket, 'end');
};

/** The world of an API that tells how many connections are open, and why others were cut. */
const watched = () => {
  const open: number[] = [];
  const cut: string[] = [];
  const gauge = (name: string, value: number): void => void (name === 'pi_http_connections' && open.push(value));
  const count = (name: string, labels?: Readonly<Record<string, string>>): void =>
    void (name === 'pi_http_connections_cut_total' && cut.push(String(labels?.['why'])));
  return { open, cut, world: { metrics: { count, gauge, observe: () => undefined } } };
};

test('a client that was refused and does not hang up is hung up on', async (t) => {
  const { open, cut, world } = watched();
  const api = await givenApi(t, world);
  await refusedAndStays(t, api.port);
  await api.clock.advance(10 * limits.connectionsCheckMs);
  t.is(open[0], 1);
  t.is(open.at(-1), 0);
  t.deepEqual(cut, ['ended']);
});

test('sabotage: a server that only ends its side keeps such a connection', async (t) => {
  const server = createServer(serverOptions);
  server.on('clientError', (error, socket) => answerClientError(error, socket, 'rid_1'));
  const { port } = await listening(t, server);
  await refusedAndStays(t, port);
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  t.is(await promisify(server.getConnections.bind(server))(), 1);
});

test('a client that asks and asks and never reads is cut', async (t) => {
  const { open, cut, world } = watched();
  const api = await givenApi(t, world);
  const request = `GET /api/v1/openapi?include=extensions HTTP/1.1\r\nHost: a\r\n\r\n`;
  const socket = connect(api.port, '127.0.0.1', () => socket.write(request.repeat(limits.pipelinedRequestsMax)));
  t.teardown(() => socket.destroy());
  socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // An answer that is in the socket may be read late by its own length, too.
  for (let ms = 0; ms < 10 * limits.readerStallMs && cut.length === 0; ms += 1_000) await api.clock.advance(1_000, 5);
  await api.clock.advance(1_000, 5);
  t.is(open.at(-1), 0);
  t.deepEqual(cut, ['slow_reader']);
  t.is((await api.when({ path: '/api/v1/projects' })).status, 200, 'and others are answered');
});
