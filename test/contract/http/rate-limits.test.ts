/** Rate limits as a client meets them (spec, section 8). */
import test from 'ava';
import { ok, refused } from '../../../src/application/calls/result.ts';
import { givenApi, thenRefused } from '../../spec/api-spec.ts';
import { principalOf, tokenOf } from '../../support/http/fake-verifier.ts';
import { otherWorkspaceId, workspaceId } from '../../support/http/http-samples.ts';
import type { UseCases } from '../../support/application/use-cases.ts';

const image = { method: 'POST', path: '/api/v1/image/generate', body: { prompt: 'a harbour' } };

test('a 429 says how long to wait, in every way there is', async (t) => {
  const api = await givenApi(t, { rateLimits: { Spend: 2 } });
  const first = await api.when(image);
  t.is(first.headers['ratelimit-policy'], '"spend";q=2;w=60');
  t.is(first.headers['ratelimit'], '"spend";r=1;t=30');
  await api.when(image);
  // The first request of a user draws on the user's own bucket, for nothing is proven yet.
  await api.when(image);
  const answer = await api.when(image);
  thenRefused(t, answer, 429, 'rate_limited');
  t.is(answer.body['retry_after_seconds'], 30);
  t.is(answer.headers['retry-after'], '30');
  t.is(answer.headers['ratelimit'], '"spend";r=0;t=30');
  t.is(answer.body['retryable'], true);
  t.is((await api.when({ path: '/api/v1/projects' })).status, 200, 'reading goes on');
  await api.clock.advance(30_000);
  t.is((await api.when(image)).status, 200);
});

test('no tenant feels what another one does', async (t) => {
  const home = new Map([
    [principalOf('alice').userKey, workspaceId],
    [principalOf('mallory').userKey, otherWorkspaceId],
  ]);
  const enter: UseCases['enter'] = async ({ userKey }, { workspaceId: claimed, correlationId }) =>
    claimed !== null && claimed === home.get(userKey)
      ? ok({ workspaceId: claimed, userKey, role: 'owner', correlationId })
      : refused('membership_required');
  const api = await givenApi(t, { rateLimits: { Spend: 5 }, application: { enter } });
  const as = (name: string, workspace: string) => ({
    ...image,
    token: tokenOf(name),
    headers: { 'x-workspace-id': workspace },
  });
  const statuses: number[] = [];
  for (let i = 0; i < 20; i += 1) statuses.push((await api.when(as('mallory', workspaceId))).status);
  t.deepEqual(statuses, [...Array<number>(5).fill(403), ...Array<number>(15).fill(429)]);
  for (let i = 0; i < 5; i += 1) t.is((await api.when(as('alice', workspaceId))).status, 200);
});

test('off is off', async (t) => {
  const api = await givenApi(t, { rateLimits: 'off' });
  const answer = await api.when(image);
  t.is(answer.headers['ratelimit'], undefined);
});
