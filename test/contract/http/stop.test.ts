/** A stop loses no answer, and does not wait for ever. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import test from 'ava';
import { refused } from '../../../src/application/calls/result.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { givenLive, path, stream, until } from '../../support/http/live-job.ts';

test('a stop ends what is held open, and answers what is under way', async (t) => {
  const gate = Promise.withResolvers<void>();
  const live = await givenLive(t, {
    creditSummary: async () => {
      await gate.promise;
      return refused('read_model_behind');
    },
  });
  const held = await stream(live.api);
  const poll = live.api.when({ path, headers: { prefer: 'wait=30' } });
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const slow = live.api.when({ path: '/api/v1/credits/summary', agent });
  await until(() => live.listening() === 2 && live.api.application.calls.some(({ name }) => name === 'creditSummary'));
  const closing = live.api.server.close();
  t.is((await poll).status, 200, 'with what there is');
  await until(() => {
    live.api.clock.advance(limits.liveLookMinMs).catch(() => undefined);
    return held.ended();
  });
  gate.resolve();
  t.is((await slow).status, 503);
  t.is((await slow).headers.connection, 'close', 'nobody is to come back on this connection');
  await closing;
  await live.api.server.close();
  await t.throwsAsync(live.api.when({ path }), { code: 'ECONNREFUSED' });
});

test('a stop does not wait for ever', async (t) => {
  const live = await givenLive(t, { creditSummary: async () => new Promise(() => undefined) });
  const stuck = live.api.when({ path: '/api/v1/credits/summary' });
  await until(() => live.api.application.calls.some(({ name }) => name === 'creditSummary'));
  const closing = live.api.server.close();
  await live.api.clock.advance(limits.shutdownGraceMs, 10);
  await closing;
  await t.throwsAsync(stuck);
});

test('a stop does not wait for a connection that has never sent a request', async (t) => {
  const live = await givenLive(t, {});
  const socket = connect(live.api.port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  // An answered request later, the server has seen the silent connection too.
  await live.api.when({ path });
  const ended = once(socket, 'close');
  await live.api.server.close();
  await ended;
  t.pass('and no clock was moved');
});
