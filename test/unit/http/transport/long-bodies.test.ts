/** A body may take longer than other requests where its route bounds its time, and nowhere else. */
import { createServer, request } from 'node:http';
import type { Duplex } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { answerClientError } from '../../../../src/http/transport/client-error.ts';
import { listening } from '../../../support/http/listening.ts';

/** The status of a request whose body ends only after the server has found it late. */
const statusOfLate = async (t: ExecutionContext, isLong: boolean): Promise<number> => {
  const longBodies = new WeakSet<Duplex>();
  const late = Promise.withResolvers<void>();
  const server = createServer(
    // The head comes within that time also on a busy machine: the route has to see it first.
    { requestTimeout: 1_000, headersTimeout: 1_000, connectionsCheckingInterval: 10 },
    (req, res) => {
      if (isLong) longBodies.add(req.socket);
      req.resume().once('end', () => res.end());
    },
  );
  server.on('clientError', (error, socket) => {
    answerClientError(error, socket, 'r1', longBodies);
    late.resolve();
  });
  const { port } = await listening(t, server);
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Length': 2, Connection: 'close' };
    const call = request({ host: '127.0.0.1', port, method: 'PUT', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    call.write('a');
    late.promise.then(() => call.end('b'), reject);
  });
};

test('an upload is not cut by the time of other requests', async (t) => {
  t.is(await statusOfLate(t, true), 200);
});

test('sabotage: a body that no route bounds is answered 408', async (t) => {
  t.is(await statusOfLate(t, false), 408);
});
