/** Polls and streams that are held open, over real sockets (contract, section 8; design, section 7). */
import { request as httpRequest } from 'node:http';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { ok, refused } from '../../../src/application/application.ts';
import type { Application } from '../../../src/application/application.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { givenApi } from '../../spec/api-spec.ts';
import type { Api } from '../../spec/api-spec.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { read } from '../../support/fake-application.ts';
import { principalOf, tokenOf } from '../../support/fake-verifier.ts';
import { film, jobBody, jobId } from '../../support/http-samples.ts';

const path = `${film}/jobs/${jobId}`;

type Live = {
  readonly api: Api;
  /** The job becomes this, and whoever listens is woken. */
  readonly become: (status: string, etag: string, final?: boolean) => void;
  readonly listening: () => number;
  readonly looks: () => number;
};

const givenLive = async (t: ExecutionContext, more: Partial<Application> = {}): Promise<Live> => {
  const wakes = new Set<() => void>();
  let state = { status: 'running', etag: '1', final: false };
  let looks = 0;
  const job: Application['job'] = async ({ workspaceId }) => {
    looks += 1;
    const { status, etag, final } = state;
    return ok(read({ body: jobBody(status, 1, workspaceId), final }, etag, `0000-00000000000${etag}`));
  };
  const changes = {
    subscribe: (_: string, wake: () => void) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
  };
  const api = await givenApi(t, { changes, application: { job, ...more } });
  const become = (status: string, etag: string, final = false): void => {
    state = { status, etag, final };
    wakes.forEach((wake) => wake());
  };
  return { api, become, listening: () => wakes.size, looks: () => looks };
};

/** Until the condition holds: what happens on sockets happens when it does. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

test('a long poll answers when the job is final', async (t) => {
  const { api, become, listening } = await givenLive(t);
  const answer = api.when({ path, headers: { prefer: 'wait=20' } });
  await until(() => listening() === 1);
  become('running', '2');
  become('completed', '3', true);
  const { status, headers, body } = await answer;
  t.is(status, 200);
  t.is(headers['preference-applied'], 'wait=20');
  t.is((body['job'] as { status: string }).status, 'completed');
  t.is(headers['x-log-position'], '0000-000000000003');
  await until(() => listening() === 0);
});

test('a long poll with a tag answers at the first change', async (t) => {
  const { api, become, listening } = await givenLive(t);
  const { etag = '' } = (await api.when({ path })).headers;
  const answer = api.when({ path, headers: { prefer: 'wait=20', 'if-none-match': etag } });
  await until(() => listening() === 1);
  become('running', '2');
  t.is((await answer).status, 200);
  t.not((await answer).headers.etag, etag);
});

test('a long poll that waited in vain says what there is', async (t) => {
  const { api, listening } = await givenLive(t);
  const { etag = '' } = (await api.when({ path })).headers;
  const answer = api.when({ path, headers: { prefer: 'wait=5', 'if-none-match': etag } });
  await until(() => listening() === 1);
  await api.clock.advance(5_000, 20);
  t.is((await answer).status, 304);
  t.is((await answer).headers['preference-applied'], 'wait=5');
});

test('what is new already is not waited for', async (t) => {
  const { api, become, looks } = await givenLive(t);
  const { etag = '' } = (await api.when({ path })).headers;
  become('completed', '2', true);
  for (const headers of [{ prefer: 'wait=20' }, { prefer: 'wait=20', 'if-none-match': etag }]) {
    const answer = await api.when({ path, headers });
    t.is(answer.status, 200);
    t.is(answer.headers['preference-applied'], undefined);
  }
  t.is(looks(), 3);
});

test('a poll that is refused while it waits is refused', async (t) => {
  let forbidden = false;
  const { api, become, listening } = await givenLive(t, {
    job: async ({ workspaceId }) =>
      forbidden ? refused('project_forbidden') : ok(read({ body: jobBody('running', 1, workspaceId), final: false })),
  });
  const answer = api.when({ path, headers: { prefer: 'wait=20' } });
  await until(() => listening() === 1);
  forbidden = true;
  become('running', '2');
  t.is((await answer).status, 403);
});

type Streaming = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: () => string;
  readonly ended: () => boolean;
  readonly leave: () => void;
};

const stream = async (api: Api, headers: Readonly<Record<string, string>> = {}, token = tokenOf('alice')) => {
  const { promise, resolve, reject } = Promise.withResolvers<Streaming>();
  const request = httpRequest({
    host: '127.0.0.1',
    port: api.port,
    path: `${path}/events`,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  request.on('error', reject);
  request.on('response', (response) => {
    let text = '';
    let ended = false;
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('close', () => (ended = true));
    response.on('error', () => undefined);
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: () => text,
      ended: () => ended,
      leave: () => request.destroy(),
    });
  });
  request.end();
  return promise;
};

const idsIn = (text: string): readonly string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => String(id));

/** Lets the stream pass the pause that it makes between two looks. */
const tick = async ({ api }: Live): Promise<void> => api.clock.advance(limits.liveLookMinMs, 10);

test('a stream tells the story of a job, and ends with it', async (t) => {
  const live = await givenLive(t);
  const { status, headers, text, ended } = await stream(live.api);
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

test('a stream is resumed after what was seen', async (t) => {
  const live = await givenLive(t);
  live.become('running', '2');
  const { text, ended } = await stream(live.api, { 'last-event-id': '0000-000000000002' });
  await until(() => live.listening() === 1);
  await tick(live);
  live.become('completed', '3', true);
  await until(ended);
  t.deepEqual(idsIn(text()), ['0000-000000000003']);
  const again = await stream(live.api, { 'last-event-id': '0000-000000000003' });
  t.is(again.status, 204, 'there is nothing to come back for');
  const odd = await stream(live.api, { 'last-event-id': '$ne' });
  await until(odd.ended);
  t.is(idsIn(odd.text()).length, 1, 'what is no position of ours says nothing');
});

test('what is refused is refused before the stream begins', async (t) => {
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

test('a stream ends when its reader may no longer see', async (t) => {
  let member = true;
  const enter: Application['enter'] = async (principal, { correlationId }) =>
    member
      ? ok({ workspaceId: `ws_${'a'.repeat(26)}`, userKey: principal.userKey, role: 'owner', correlationId })
      : refused('membership_required');
  const live = await givenLive(t, { enter });
  const { text, ended } = await stream(live.api);
  await until(() => idsIn(text()).length === 1);
  await live.api.clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  await until(() => text().includes(': still here'));
  member = false;
  await live.api.clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  await until(ended);
  t.is(idsIn(text()).length, 1);
});

test('a stream ends with its token', async (t) => {
  const clock = createFakeClock();
  const expiresAt = clock.clock.now() / 1_000 + 20;
  const verifier = { verify: async (token: string) => ({ ...principalOf(token), expiresAt }) };
  const running: Application['job'] = async ({ workspaceId }) =>
    ok(read({ body: jobBody('running', 1, workspaceId), final: false }));
  const { clock: time, timers } = clock;
  const api = await givenApi(t, { verifier, clock: time, timers, application: { job: running } });
  const { ended } = await stream(api);
  await clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  t.false(ended());
  await clock.advance(limits.sseHeartbeatMs + limits.liveLookMs, 10);
  await until(ended);
  t.pass();
});

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
  const slow = live.api.when({ path: '/api/v1/credits/summary' });
  await until(() => live.listening() === 2 && live.api.application.calls.some(({ name }) => name === 'creditSummary'));
  const closing = live.api.server.close();
  t.is((await poll).status, 200, 'with what there is');
  await until(() => {
    live.api.clock.advance(limits.liveLookMinMs).catch(() => undefined);
    return held.ended();
  });
  gate.resolve();
  t.is((await slow).status, 503);
  t.is((await slow).headers.connection, 'close');
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
