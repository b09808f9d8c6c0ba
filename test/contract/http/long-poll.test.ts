/** `Prefer: wait=N` over real sockets. */
import test from 'ava';
import { ok, refused } from '../../../src/application/calls/result.ts';
import { thenRefused } from '../../spec/api-spec.ts';
import { jobIn, read } from '../../support/http/fake-application.ts';
import { givenLive, memberUntilRemoved, path, paths, templateOf, until } from '../../support/http/live-job.ts';

for (const at of paths) {
  test(`${templateOf(at)}: a long poll answers when the job is final`, async (t) => {
    const { api, become, listening } = await givenLive(t);
    const answer = api.when({ path: at, headers: { prefer: 'wait=20' } });
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

  test(`${templateOf(at)}: a long poll with a tag answers at the first change`, async (t) => {
    const { api, become, listening } = await givenLive(t);
    const { etag = '' } = (await api.when({ path: at })).headers;
    const answer = api.when({ path: at, headers: { prefer: 'wait=20', 'if-none-match': etag } });
    await until(() => listening() === 1);
    become('running', '2');
    t.is((await answer).status, 200);
    t.not((await answer).headers.etag, etag);
  });

  test(`${templateOf(at)}: a long poll that waited in vain says what there is`, async (t) => {
    const { api, listening } = await givenLive(t);
    const { etag = '' } = (await api.when({ path: at })).headers;
    const answer = api.when({ path: at, headers: { prefer: 'wait=5', 'if-none-match': etag } });
    await until(() => listening() === 1);
    await api.clock.advance(5_000, 20);
    t.is((await answer).status, 304);
    t.is((await answer).headers['preference-applied'], 'wait=5');
  });
}

test('a newer state is not waited for', async (t) => {
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
      forbidden ? refused('project_forbidden') : ok(read({ body: jobIn('running', workspaceId), final: false })),
  });
  const answer = api.when({ path, headers: { prefer: 'wait=20' } });
  await until(() => listening() === 1);
  forbidden = true;
  become('running', '2');
  t.is((await answer).status, 403);
});

for (const at of paths) {
  test(`${templateOf(at)}: a long poll of a member that is removed meanwhile is refused`, async (t) => {
    const { enter, remove } = memberUntilRemoved();
    const { api, become, listening } = await givenLive(t, { enter });
    const answer = api.when({ path: at, headers: { prefer: 'wait=20' } });
    await until(() => listening() === 1);
    remove();
    become('completed', '2', true);
    thenRefused(t, await answer, 403, 'membership_required');
  });
}

test('each path shows the job in its own shape, also where the other was asked for before', async (t) => {
  const { api } = await givenLive(t);
  const shapes = await Promise.all(paths.map(async (at) => Object.keys((await api.when({ path: at })).body)));
  t.deepEqual(shapes, [
    ['ok', 'job', 'requirements', 'failedRequirementIds', 'resumable'],
    ['ok', 'job', 'result'],
  ]);
});
