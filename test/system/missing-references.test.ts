/**
 * References to pictures of the workspace that are not there: an address can be made up, or mistyped. Nobody waits for
 * what cannot come, and nothing is paid or kept for it.
 */
import test from 'ava';
import { givenService } from '../support/real-service.ts';
import { creditsOf, expecting, finalJob, generate, givenPlanned, jobIdIn } from '../support/storyboard-calls.ts';
import { untilNothingIsOwed } from '../support/whole-log.ts';

const made = (baseUrl: string, workspaceId: string): string =>
  `${baseUrl}/api/v1/objects/${workspaceId}/assets/${'a'.repeat(64)}.jpg`;

test('a storyboard on one: its frames come to an end, and all credits are free again', async (t) => {
  const { client: clientOf, baseUrl, core } = await givenService(t);
  const client = await clientOf();
  const before = await creditsOf(client);
  const { workspaces } = expecting(200, await client.get('workspaces')).body as { workspaces: { id: string }[] };
  const referenceImageUrls = [made(baseUrl, workspaces[0]?.id ?? '')];
  const settings = { continuityMode: 'master_reference', referenceImageUrls };
  const planned = await givenPlanned(client, ['a quay', 'a boat'], settings);
  const { job, requirements } = await finalJob(client, planned, jobIdIn(await generate(client, planned)));
  t.like(job, { status: 'failed', chargedCredits: 0 });
  for (const { status, attempts } of requirements) {
    t.is(status, 'human_review');
    t.regex(JSON.stringify(attempts.at(-1)), /a reference picture is not there/);
  }
  await untilNothingIsOwed(core);
  t.deepEqual(await creditsOf(client), before, 'no accept could be paid out of what has no picture');

  const next = await givenPlanned(client, ['a gull']);
  t.like((await finalJob(client, next, jobIdIn(await generate(client, next)))).job, { status: 'completed' });
});

test('pictures within a call on one: it answers, and gives back', async (t) => {
  const { client: clientOf, baseUrl } = await givenService(t);
  const client = await clientOf();
  const before = await creditsOf(client);
  const { workspaces } = expecting(200, await client.get('workspaces')).body as { workspaces: { id: string }[] };
  const { body: created } = expecting(200, await client.post('projects', { name: 'Film' }));
  const { status, body } = await client.post('image/storyboard-batch', {
    projectId: (created['project'] as { id: string }).id,
    prompt: 'a quay',
    count: 2,
    continuityMode: 'independent',
    referenceImageUrls: [made(baseUrl, workspaces[0]?.id ?? '')],
  });
  t.is(status, 200);
  t.like(body, { rendered_count: 0, failed_count: 2, charged_credits: 0 });
  t.deepEqual(await creditsOf(client), before);
});
