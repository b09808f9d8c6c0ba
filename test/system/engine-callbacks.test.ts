/** A provider calls: its work is asked about at once, by any process, and a call proves nothing (decision 0117). */
import { Agent } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import type { Engine, ImageRequest, Polled } from '../../src/ports/engine.ts';
import { quickMakers } from '../support/engines/quick-makers.ts';
import { memoryProvider, submittingEngine } from '../support/engines/submitting-engine.ts';
import { type HttpAnswer, httpCall, type HttpRequest } from '../support/http/http-call.ts';
import { undeclared } from '../support/http/http-conformance.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { givenService, type RealService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

const PUBLIC_URL = 'https://studio.test';
const RUNNING: Polled = { kind: 'running', pollAfterMs: limits.pollDelayMsMax };

/** An engine that wishes to be asked seldom, with the addresses that it was given. */
const givenEngine = () => {
  const urls: (string | null | undefined)[] = [];
  const said: { now: Polled | undefined } = { now: RUNNING };
  const polls: string[] = [];
  const onPoll = (ref: string): Polled | undefined => {
    polls.push(ref);
    return said.now;
  };
  const base = submittingEngine({ provider: memoryProvider(), runs: 0, pollAfterMs: limits.pollDelayMsMax, onPoll });
  const engine: Engine<ImageRequest> = {
    ...base,
    perform: async (...asked) => {
      urls.push(asked[4]);
      return base.perform(...asked);
    },
  };
  return { engine, urls, said, polls };
};

const start = async (t: ExecutionContext, env: Readonly<Record<string, string>> = { PUBLIC_URL }) => {
  const given = givenEngine();
  const makers = quickMakers(given.engine);
  const service = await givenService(t, { makers, env });
  const client = await service.client();
  const { planned, jobId } = await flow.givenStarted(client, ['a quay']);
  const types = async () =>
    (await wholeLog(service.core)).filter(({ stream }) => stream.endsWith(jobId)).map(({ type }) => type);
  await eventually('it is submitted', async () => (await types()).includes('AttemptSubmitted'));
  const target = String(given.urls[0]).replace(PUBLIC_URL, '');
  const final = async () => flow.finalJob(client, planned, jobId);
  return { ...given, ...service, makers, client, planned, jobId, types, target, final };
};

const agent = new Agent({ keepAlive: true });

/** Without a token. */
const post = async ({ baseUrl }: Pick<RealService, 'baseUrl'>, path: string, more: Partial<HttpRequest> = {}) => {
  const { hostname, port } = new URL(baseUrl);
  const answer = await httpCall({ host: hostname, port: Number(port) }, { method: 'POST', path, agent, ...more });
  const [finding] = undeclared('POST', path, answer);
  if (finding !== undefined) throw new Error(`${finding}: ${answer.text}`);
  return answer;
};

const seen = ({ status, body }: HttpAnswer) => [status, body['code'] ?? 'taken'];

test('the work is asked about at once, and paid like any other', async (t) => {
  const { said, target, final, client, ...service } = await start(t);
  t.deepEqual(seen(await post(service, target)), [200, 'taken'], 'while it runs');
  said.now = undefined;
  t.deepEqual(seen(await post(service, target, { body: '<done/>', headers: { 'content-type': 'text/xml' } })), [
    200,
    'taken',
  ]);
  t.like((await final()).job, { status: 'completed', chargedCredits: 1, heldCredits: 0 });
  t.deepEqual(seen(await post(service, target)), [404, 'not_found'], 'replayed');
  t.like(await flow.creditsOf(client), { held: 0 });
});

test('its body is no truth: the engine is asked', async (t) => {
  const { target, types, polls, ...service } = await start(t);
  const body = { status: 'done', output: 'https://evil.test/film.mp4', failed: true };
  t.deepEqual(seen(await post(service, target, { body })), [200, 'taken']);
  await eventually('the engine is asked', async () => Promise.resolve(polls.length > 0));
  t.deepEqual((await types()).slice(-1), ['AttemptSubmitted']);
});

test('another process without engines’ work takes the call', async (t) => {
  const { said, target, final, makers, dataDir, polls } = await start(t);
  const api = await givenService(t, { makers, dataDir, env: { PUBLIC_URL, ROLES: 'api' } });
  said.now = undefined;
  const before = polls.length;
  t.deepEqual(seen(await post(api, target)), [200, 'taken']);
  t.is((await final()).job.status, 'completed');
  t.is(polls.length, before + 1);
});

test('forged addresses tell nothing and do nothing', async (t) => {
  const { target, polls, types, ...service } = await start(t);
  const before = polls.length;
  const forged = [
    target.replace(/signature=.{4}/, 'signature=AAAA'),
    target.replace(/expires=\d/, 'expires=9'),
    target.replace('.1.0?', '.2.0?'),
    target.replace(/\?.*/, ''),
    `${target}&more=1`,
  ];
  const nowhere = await post(service, '/api/v1/engine-callbacks/job_none/none');
  for (const path of forged) {
    const answer = await post(service, path, { body: 'x'.repeat(100), headers: { 'content-type': 'text/plain' } });
    t.deepEqual(seen(answer), [404, 'not_found'], path);
    t.is(answer.body['message'], nowhere.body['message']);
  }
  t.is(polls.length, before);
  t.deepEqual((await types()).slice(-1), ['AttemptSubmitted']);
  t.deepEqual(seen(await post(service, target, { body: 'x'.repeat(limits.callbackBodyBytesMax + 1) })), [
    413,
    'body_too_large',
  ]);
  t.is(polls.length, before);
});

test('without a public address no provider is told where to call', async (t) => {
  const { urls } = await start(t, {});
  t.deepEqual(urls, [null]);
});

test('a flood of calls is a few questions', async (t) => {
  const { target, polls, ...service } = await start(t);
  const before = polls.length;
  const answers = await Promise.all(Array.from({ length: 100 }, async () => post(service, target)));
  t.true(answers.every(({ status }) => status === 200));
  // One, and one a second: the machine may be busy.
  t.true(polls.length - before < answers.length / 4, String(polls.length - before));
});
