/** Answers when the world behind the routes fails: the truth about money, nothing about the inside. */
import test from 'ava';
import { beforeSpending } from '../../../src/application/calls/before-spending.ts';
import { refused } from '../../../src/application/calls/result.ts';
import { STORAGE_FULL } from '../../../src/kernel/disk-fault.ts';
import { BrokenInvariant, Fault } from '../../../src/kernel/faults.ts';
import { type ApiAnswer, givenApi, thenRefused } from '../../spec/api-spec.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { undeclared } from '../../support/http/http-conformance.ts';
import { film, projectId } from '../../support/http/http-samples.ts';

const generate = {
  method: 'POST',
  path: `${film}/storyboard-images/generate`,
  body: { expectedExecutionManifestArtifactHash: 'sha256:x' },
};
const summary = { path: '/api/v1/credits/summary' };
const plan = { method: 'POST', path: `${film}/storyboard-images/plan` };

const throwing = (error: unknown) => async () => {
  throw error;
};

/** Texts that no answer may contain: those of the errors below. */
const SECRETS = ['/var/data', 'SELECT', '10.0.0.7', 'at Object', '.ts:'];
const secret = 'SELECT * FROM events; /var/data/log.sqlite at 10.0.0.7';

const saysNothingOfMoney = ({ body }: ApiAnswer): boolean => !('noCreditsSpent' in body || 'no_credits_spent' in body);
const tellsNoSecret = ({ text }: ApiAnswer): boolean => !SECRETS.some((one) => text.includes(one));

test('an outcome that is not known is never called free', async (t) => {
  for (const code of ['ambiguous', 'unknown_outcome'] as const) {
    const fail = throwing(new Fault(code, secret));
    const api = await givenApi(t, { application: { generate: fail, creditSummary: fail, enter: fail } });
    for (const request of [generate, summary]) {
      const answer = await api.when(request);
      t.is(answer.status, 503);
      t.is(answer.body['code'], 'outcome_unknown');
      t.is(answer.body['retryable'], true);
      t.truthy(answer.headers['retry-after']);
      t.true(saysNothingOfMoney(answer));
      t.true(tellsNoSecret(answer));
    }
  }
});

test('a store that does not answer: nothing was spent where nothing can have been appended', async (t) => {
  const fail = throwing(new Fault('unavailable', secret));
  const behind = await givenApi(t, {
    application: { generate: fail, creditSummary: fail, planStoryboard: fail, createProject: fail, review: fail },
  });
  const create = { method: 'POST', path: '/api/v1/projects', body: { name: 'A film' } };
  for (const request of [summary, plan, create]) {
    thenRefused(t, await behind.when(request), 503, 'service_unavailable');
  }
  const answer = await behind.when(generate);
  t.is(answer.body['code'], 'service_unavailable');
  t.true(saysNothingOfMoney(answer), 'an earlier step of the saga may stand');
  t.true(tellsNoSecret(answer));
  const before = await givenApi(t, { application: { enter: fail } });
  thenRefused(t, await before.when(generate), 503, 'service_unavailable');
  t.is(before.application.calls.length, 1);
});

test('a full disk is said, with a time that a person needs, and what is certain of money', async (t) => {
  const full = new Fault('unavailable', secret, { detail: STORAGE_FULL });
  const said = {
    code: 'service_unavailable',
    message: 'The storage of the service is full: ask again once there is room',
  };
  const late = await (await givenApi(t, { application: { generate: throwing(full) } })).when(generate);
  t.like(late.body, { ...said, retryable: true, retry_after_seconds: limits.storageFullRetrySeconds });
  t.is(late.headers['retry-after'], String(limits.storageFullRetrySeconds));
  t.true(saysNothingOfMoney(late) && tellsNoSecret(late), 'it may be of a step after the hold');
  const early = async () => beforeSpending(Promise.reject(full));
  const answer = await (await givenApi(t, { application: { generate: early } })).when(generate);
  t.like(answer.body, said);
  thenRefused(t, answer, 503, 'service_unavailable');
});

test('without keys no token is checked, and no caller is admitted', async (t) => {
  const api = await givenApi(t);
  thenRefused(t, await api.when({ ...generate, token: 'keyless' }), 503, 'service_unavailable');
  t.deepEqual(api.application.calls, []);
});

test('a log that does not hold stops what spends', async (t) => {
  const fail = throwing(new Fault('corrupt', secret));
  const api = await givenApi(t, { application: { generate: fail } });
  const answer = await api.when(generate);
  t.is(answer.status, 503);
  t.is(answer.body['code'], 'log_corrupt');
  t.true(saysNothingOfMoney(answer));
  t.true(tellsNoSecret(answer));
});

test('an unexpected error is a 500 that tells nothing (K6)', async (t) => {
  const errors = [
    new Error(secret),
    Object.assign(new Error(secret), { status: 418, statusCode: 418, expose: true, headers: { 'X-Secret': 'SELECT' } }),
    new Fault('not_found', secret),
    secret,
    undefined,
    null,
    { kind: 'refused', code: 'unauthorized', message: secret },
  ];
  for (const error of errors) {
    const api = await givenApi(t, { application: { generate: throwing(error), creditSummary: throwing(error) } });
    for (const request of [generate, summary]) {
      const answer = await api.when(request);
      t.is(answer.status, 500);
      t.is(answer.body['code'], 'internal_error');
      t.true(tellsNoSecret(answer));
      t.is(answer.headers['x-secret'], undefined);
      t.is(saysNothingOfMoney(answer), request === generate);
    }
    t.deepEqual(api.fatal, []);
  }
});

test('a broken invariant is answered, and stops the process', async (t) => {
  const error = new BrokenInvariant(secret);
  const api = await givenApi(t, { application: { generate: throwing(error) } });
  const answer = await api.when(generate);
  t.is(answer.status, 500);
  t.true(tellsNoSecret(answer));
  t.deepEqual(api.fatal, [error]);
});

test('refusals of the application keep their message and detail', async (t) => {
  const blockers = [{ code: 'x', message: 'y' }];
  const api = await givenApi(t, {
    application: { generate: async () => refused('plan_has_blockers', 'Two frames cannot be made', blockers) },
  });
  const answer = await api.when(generate);
  thenRefused(t, answer, 422, 'plan_has_blockers');
  t.is(answer.body['message'], 'Two frames cannot be made');
  t.deepEqual(answer.body['details'], blockers);
});

test('codes that an operation has no place for are given as another', async (t) => {
  const api = await givenApi(t, { application: { storyboardBatch: async () => refused('project_not_found') } });
  const body = { projectId, prompt: 'a harbour', count: 1 };
  const answer = await api.when({ method: 'POST', path: '/api/v1/image/storyboard-batch', body });
  thenRefused(t, answer, 403, 'project_forbidden');
});

test('a code that replaces another looks like it, to the letter', async (t) => {
  const body = { projectId, prompt: 'a harbour', count: 1 };
  const said = await Promise.all(
    [refused('project_not_found', 'there is none'), refused('project_forbidden', 'it is not yours')].map(
      async (one) => {
        const api = await givenApi(t, { application: { storyboardBatch: async () => one } });
        const answer = await api.when({ method: 'POST', path: '/api/v1/image/storyboard-batch', body });
        return { ...answer.body, requestId: '' };
      },
    ),
  );
  t.deepEqual(said[0], said[1]);
});

test('a token whose time is up is told so; any other learns nothing', async (t) => {
  const api = await givenApi(t);
  const challengeTo = async (token: string): Promise<string> => {
    const answer = await api.when({ ...summary, token });
    thenRefused(t, answer, 401, 'unauthorized');
    return `${String(answer.body['message'])} ${answer.headers['www-authenticate']}`;
  };
  t.regex(await challengeTo('expired'), /^The token has expired Bearer error="invalid_token", error_description="/);
  t.notRegex(await challengeTo('forged'), /expired|description/);
});

test('a call whose key another call has is told how long that may take', async (t) => {
  const busy = async () => ({ ...refused('request_in_progress'), retryAfterSeconds: 14 });
  const api = await givenApi(t, { application: { generate: busy } });
  const answer = await api.when(generate);
  t.is(answer.status, 425);
  t.is(answer.headers['retry-after'], '14');
  t.like(answer.body, { code: 'request_in_progress', retryable: true, retry_after_seconds: 14 });
  t.true(saysNothingOfMoney(answer), 'the other call may spend');
});

test('the check of answers finds what is not declared', (t) => {
  const headers = { 'content-type': 'application/json' };
  const path = '/api/v1/credits/summary';
  const found = (status: number, body: unknown): readonly string[] =>
    undeclared('GET', path, { status, headers, body });
  t.deepEqual(found(201, {}), ['201 is not declared']);
  t.deepEqual(found(200, { ok: true }), [' must have member credits']);
  t.deepEqual(found(402, { ok: false, code: 'insufficient_credits', message: 'x' }), [
    'insufficient_credits is not declared',
  ]);
  t.deepEqual(found(403, { ok: false, code: 'unauthorized', message: 'x' }), [
    'unauthorized is not declared with status 403',
  ]);
  t.deepEqual(found(401, { code: 'unauthorized' }), [' must have member ok', ' must have member message']);
});
