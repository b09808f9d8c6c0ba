/**
 * The order of the gates: the first broken rule refuses a request that breaks several, and nothing behind that gate is
 * called.
 */
import test, { type ExecutionContext } from 'ava';
import { refused } from '../../../src/application/calls/result.ts';
import { type ApiAnswer, type ApiRequest, givenApi, openFlags, type World } from '../../spec/api-spec.ts';
import { tokenOf } from '../../support/http/fake-verifier.ts';
import { projectId, workspaceId } from '../../support/http/http-samples.ts';

type Step = {
  readonly code: string;
  readonly status: number;
  /** The breach of this rule: in the request, or in the world that it meets. */
  readonly request?: Partial<ApiRequest>;
  readonly headers?: ApiRequest['headers'];
  readonly world?: World;
  /** Members of the application that may have been asked by then. */
  readonly asked?: readonly string[];
};

const good: ApiRequest = {
  method: 'POST',
  path: '/api/v1/image/storyboard-batch',
  body: { projectId, prompt: 'a harbour', count: 1 },
};

const ladder: readonly Step[] = [
  { code: 'malformed_request', status: 400, headers: { 'idempotency-key': ['a', 'b'] } },
  { code: 'not_found', status: 404, request: { path: '/api/v1/image/storyboard-batch/' } },
  { code: 'unauthorized', status: 401, request: { token: null } },
  { code: 'scope_insufficient', status: 403, request: { token: tokenOf('alice', 'read+plan+mutate+approve+admin') } },
  {
    code: 'feature_disabled',
    status: 503,
    world: { flags: { ...openFlags, STORYBOARD_PHOTO_BATCH_ENABLED: false } },
  },
  // Less than one request a minute: the bucket never holds a whole token.
  { code: 'rate_limited', status: 429, world: { rateLimits: { Spend: 0.5 } } },
  { code: 'unsupported_content_type', status: 415, headers: { 'content-type': 'text/plain' } },
  { code: 'malformed_json', status: 400, request: { body: '{' } },
  { code: 'validation_failed', status: 422, request: { body: { projectId, prompt: '', count: 1, credits: 5 } } },
  {
    code: 'membership_required',
    status: 403,
    world: { application: { enter: async () => refused('membership_required') } },
    asked: ['enter'],
  },
  {
    code: 'batch_exceeds_synchronous_capacity',
    status: 413,
    world: {
      application: {
        storyboardBatch: async () =>
          refused('batch_exceeds_synchronous_capacity', 'Too many', {
            requestedCount: 1,
            maxSynchronousCount: 0,
            continuityMode: 'chain',
          }),
      },
    },
    asked: ['enter', 'storyboardBatch'],
  },
];

/** One request, and one world, that break all the rules given. The earlier of two that cannot both be broken wins. */
const breaking = (steps: readonly Step[]): { readonly request: ApiRequest; readonly world: World } => {
  let request: ApiRequest = good;
  let world: World = {};
  for (const step of steps.toReversed()) {
    request = { ...request, ...step.request, headers: { ...request.headers, ...step.headers } };
    world = { ...world, ...step.world, application: { ...world.application, ...step.world?.application } };
  }
  return { request, world };
};

const met = async (t: ExecutionContext, steps: readonly Step[]): Promise<ApiAnswer & { asked: readonly string[] }> => {
  const { request, world } = breaking(steps);
  const api = await givenApi(t, world);
  const answer = await api.when(request);
  return { ...answer, asked: api.application.calls.map(({ name }) => name) };
};

for (const [index, step] of ladder.entries()) {
  test(`${step.code} comes before all that follows it`, async (t) => {
    for (const steps of [ladder.slice(index), [step], ...ladder.slice(index + 1).map((later) => [step, later])]) {
      const { status, body, asked } = await met(t, steps);
      const broken = steps.map(({ code }) => code).join();
      t.is(body['code'], step.code, broken);
      t.is(status, step.status, broken);
      t.is(body['noCreditsSpent'], true, broken);
      t.is(body['no_credits_spent'], true, broken);
      t.deepEqual(asked, step.asked ?? [], broken);
    }
  });
}

test('a request that breaks no rule passes', async (t) => {
  t.is((await met(t, [])).status, 200);
});

test('another order would be noticed', async (t) => {
  const swapped = ladder.toReversed();
  const codes = await Promise.all(
    swapped.slice(1).map(async (step, i) => (await met(t, swapped.slice(i))).body['code']),
  );
  t.false(codes.some((code, i) => code === swapped[i]?.code));
});

test('an id of odd shape is looked at only after the tenant', async (t) => {
  const path = '/api/v1/projects/odd/film-intelligence/storyboard-images/plan';
  const api = await givenApi(t, { application: { enter: async () => refused('membership_required') } });
  const order: readonly (readonly [Partial<ApiRequest>, string])[] = [
    [{ token: null }, 'unauthorized'],
    [{ token: tokenOf('alice', 'read') }, 'scope_insufficient'],
    [{ body: { other: 1 } }, 'validation_failed'],
    [{}, 'membership_required'],
  ];
  for (const [more, code] of order) t.is((await api.when({ method: 'POST', path, ...more })).body['code'], code);
  const open = await givenApi(t);
  t.is((await open.when({ method: 'POST', path })).body['code'], 'project_not_found');
});

test('the key and the confirmation that a call needs are asked for before its body is looked at', async (t) => {
  const api = await givenApi(t);
  const path = `/api/v1/production/plans/odd/generate`;
  const headers = { 'x-workspace-id': workspaceId };
  const call = async (more: Partial<ApiRequest>) =>
    (await api.when({ method: 'POST', path, headers, ...more })).body['code'];
  t.is(await call({ body: { unknown: 1 } }), 'idempotency_key_required');
  const keyed = { headers: { ...headers, 'idempotency-key': 'k' } };
  t.is(await call({ ...keyed, body: { unknown: 1 } }), 'confirmation_required');
  t.is(await call(keyed), 'confirmation_required');
  t.is(await call({ ...keyed, body: {} }), 'confirmation_required');
  t.is(await call({ ...keyed, body: { confirm: false } }), 'confirmation_required');
  t.is(await call({ ...keyed, body: { confirm: true, unknown: 1 } }), 'validation_failed');
  t.is(await call({ ...keyed, body: { confirm: true } }), 'plan_not_found');
});
