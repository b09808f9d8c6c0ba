/**
 * References that cannot be read. An address of the workspace can be made up, or mistyped: no frame waits for what
 * cannot come, and nothing is paid or kept for it. Those of other hosts are in `references-elsewhere.test.ts`.
 */
import test from 'ava';
import { Fault } from '../../src/kernel/faults.ts';
import type { Core } from '../../src/main/core.ts';
import { givenClient } from '../support/service/real-service.ts';
import { creditsOf, expecting, givenGenerated } from '../support/service/storyboard-calls.ts';
import { untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';

const made = (baseUrl: string, workspaceId: string): string =>
  `${baseUrl}/api/v1/objects/${workspaceId}/assets/${'a'.repeat(64)}.jpg`;

test('a storyboard on one: its frames come to an end, and all credits are free again', async (t) => {
  const { client, baseUrl, core } = await givenClient(t);
  const before = await creditsOf(client);
  const referenceImageUrls = [made(baseUrl, await personalWorkspaceOf(client))];
  const settings = { continuityMode: 'master_reference', referenceImageUrls };
  const { job, requirements } = await givenGenerated(client, ['a quay', 'a boat'], settings);
  t.like(job, { status: 'failed', chargedCredits: 0 });
  for (const { status, attempts } of requirements) {
    t.is(status, 'human_review');
    t.regex(JSON.stringify(attempts.at(-1)), /a reference picture is not there/);
  }
  await untilNothingIsOwed(core);
  t.deepEqual(await creditsOf(client), before, 'no accept could be paid out of what has no picture');

  t.like((await givenGenerated(client, ['a gull'])).job, { status: 'completed' });
});

test('pictures within a call on one: it answers, and gives back', async (t) => {
  const { client, baseUrl } = await givenClient(t);
  const before = await creditsOf(client);
  const workspaceId = await personalWorkspaceOf(client);
  const { body: created } = expecting(200, await client.post('projects', { name: 'Film' }));
  const { status, body } = await client.post('image/storyboard-batch', {
    projectId: (created['project'] as { id: string }).id,
    prompt: 'a quay',
    count: 2,
    continuityMode: 'independent',
    referenceImageUrls: [made(baseUrl, workspaceId)],
  });
  t.is(status, 200);
  t.like(body, { rendered_count: 0, failed_count: 2, charged_credits: 0 });
  t.deepEqual(await creditsOf(client), before);
});

test('a store that is away while references are read uses up no attempt and no retry', async (t) => {
  const away = { times: 0, key: '' };
  const doctor = (core: Core): Core => {
    const { pictures } = core;
    const get: typeof pictures.get = async (key) => {
      if (key !== away.key || away.times === 0) return pictures.get(key);
      away.times -= 1;
      throw new Fault('unavailable', 'the object store does not answer');
    };
    return { ...core, pictures: { ...pictures, get } };
  };
  const { client, core, baseUrl } = await givenClient(t, { doctor });
  const { url } = expecting(200, await client.post('image/generate', { prompt: 'a quay' })).body;
  away.key = new URL(String(url), baseUrl).pathname.replace('/api/v1/objects/', '');
  away.times = 2;
  const settings = { continuityMode: 'master_reference', referenceImageUrls: [new URL(String(url), baseUrl).href] };
  const { job } = await givenGenerated(client, ['a boat'], settings);
  t.like(job, { status: 'completed', chargedCredits: 1 });
  t.is(away.times, 0);
  await untilNothingIsOwed(core);
  const failures = (await wholeLog(core)).filter(({ type }) => type === 'TaskFailed');
  t.deepEqual(failures, []);
});
