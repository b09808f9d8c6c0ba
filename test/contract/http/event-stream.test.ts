/** Streams of a job over real sockets: resumed, bounded, and ended in time. */
import test from 'ava';
import { ok, refused } from '../../../src/application/calls/result.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { givenApi } from '../../spec/api-spec.ts';
import { jobIn, read } from '../../support/http/fake-application.ts';
import { createFakeClock } from '../../support/kernel/fake-clock.ts';
import { principalOf, tokenOf } from '../../support/http/fake-verifier.ts';
import {
  givenLive,
  idsIn,
  memberUntilRemoved,
  path,
  paths,
  stream,
  templateOf,
  tick,
  until,
} from '../../support/http/live-job.ts';
import type { UseCases } from '../../support/application/use-cases.ts';

for (const at of paths) {
  test(`${templateOf(at)}: a stream tells the story of a job, and ends with it`, async (t) => {
    const live = await givenLive(t);
    const { status, headers, text, ended } = await stream(live.api, {}, tokenOf('alice'), at);
    t.is(status, 200);
    t.like(headers, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    await until(() => idsIn(text()).length === 1);
    await tick(live);
    live.become('running', '2');
    await until(() => idsIn(text()).length === 2);
    await tick(live);
    live.become('completed', '3', true);
    await until(ended);
    t.deepEqual(idsIn(text()), ['0000-000000000001', '0000-000000000002', '0000-000000000003']);
    const last = text().split('data: ').at(-1)?.split('\n')[0] ?? '';
    t.deepEqual((JSON.parse(last) as { job: { status: string } }).job.status, 'completed');
    t.is((JSON.parse(last) as { ok: boolean }).ok, true);
    await until(() => live.listening() === 0);
  });

  test(`${templateOf(at)}: a stream is resumed after what was seen`, async (t) => {
    const live = await givenLive(t);
    live.become('running', '2');
    const { text, ended } = await stream(live.api, { 'last-event-id': '0000-000000000002' }, tokenOf('alice'), at);
    await until(() => live.listening() === 1);
    await tick(live);
    live.become('completed', '3', true);
    await until(ended);
    t.deepEqual(idsIn(text()), ['0000-000000000003']);
    const again = await stream(live.api, { 'last-event-id': '0000-000000000003' }, tokenOf('alice'), at);
    t.is(again.status, 204, 'there is nothing to come back for');
    const odd = await stream(live.api, { 'last-event-id': '$ne' }, tokenOf('alice'), at);
    await until(odd.ended);
    t.is(idsIn(odd.text()).length, 1, 'what is no position of ours says nothing');
  });
}

test('every refusal precedes the stream', async (t) => {
  const live = await givenLive(t, { job: async () => refused('job_not_found') });
  const { status, headers, text, ended } = await stream(live.api);
  await until(ended);
  t.is(status, 404);
  t.is(headers['content-type'], 'application/json; charset=utf-8');
  t.true(text().includes('job_not_found'));
  t.is(live.listening(), 0);
});

test('a client that leaves leaves nothing behind', async (t) => {
  const live = await givenLive(t);
  const streams = [await stream(live.api), await stream(live.api)];
  await until(() => live.listening() === 2);
  for (const { leave } of streams) leave();
  await until(() => {
    // A stream that pauses between two looks notices when the pause is over.
    live.api.clock.advance(limits.liveLookMinMs).catch(() => undefined);
    return live.listening() === 0;
  });
  t.deepEqual(live.api.fatal, []);
});

test('a request for the head of a stream holds nothing open', async (t) => {
  const live = await givenLive(t);
  const answer = await live.api.when({ method: 'HEAD', path: `${path}/events` });
  t.is(answer.status, 200);
  t.is(answer.headers['content-type'], 'text/event-stream; charset=utf-8');
  await until(() => live.listening() === 0);
});

test('streams of one workspace are bounded, and a poll then does not wait', async (t) => {
  const live = await givenLive(t);
  const streams = await Promise.all(
    Array.from({ length: limits.livePerWorkspaceMax }, async () => stream(live.api, {}, tokenOf('alice'))),
  );
  const more = await stream(live.api);
  t.is(more.status, 429);
  const poll = await live.api.when({ path, headers: { prefer: 'wait=20' } });
  t.is(poll.status, 200);
  t.is(poll.headers['preference-applied'], undefined);
  t.is((await stream(live.api, {}, tokenOf('bob'))).status, 200, 'others have their own places');
  for (const { leave } of streams) leave();
});

test('a stream of a member that is removed ends, and tells no later state', async (t) => {
  const { enter, remove } = memberUntilRemoved();
  const live = await givenLive(t, { enter });
  const { text, ended } = await stream(live.api);
  await until(() => idsIn(text()).length === 1);
  await live.api.clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  await until(() => text().includes(': still here'));
  remove();
  live.become('running', '2');
  await tick(live);
  await until(ended);
  t.is(idsIn(text()).length, 1);
});

test('a stream ends with its token', async (t) => {
  const clock = createFakeClock();
  const expiresAt = clock.clock.now() / 1_000 + 20;
  const verifier = { verify: async (token: string) => ({ ...principalOf(token), expiresAt }) };
  const running: UseCases['job'] = async ({ workspaceId }) =>
    ok(read({ body: jobIn('running', workspaceId), final: false }));
  const { clock: time, timers } = clock;
  const api = await givenApi(t, { verifier, clock: time, timers, application: { job: running } });
  const { ended } = await stream(api);
  await clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  t.false(ended());
  await clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  await until(ended);
  t.pass();
});
