/** A script is written, drawn, and written anew: what did not change stays accepted, and only what did is paid. */
import test from 'ava';
import type { Client } from '../support/http/http-client.ts';
import { givenClient } from '../support/service/real-service.ts';
import { creditsOf, expecting, generated, type Planned, planProject } from '../support/service/storyboard-calls.ts';

const scriptOf = (third: string): string =>
  ['She reads a letter.', 'He waits at the door.', third, 'Rain falls on the street.']
    .map((text, index) => `INT. ROOM ${index} - DAY\n\n${text}\n`)
    .join('\n');

/** `satisfied` of each requirement, in order. */
const satisfied = ({ answer }: Planned): readonly boolean[] =>
  (answer.body['requirements'] as readonly { readonly satisfied: boolean }[]).map((one) => one.satisfied);

const drawn = async (client: Client, planned: Planned) => generated(client, planned);

test('one scene is written anew: the others stay accepted, and it alone is made and charged', async (t) => {
  const { client } = await givenClient(t);
  const { body } = expecting(200, await client.post('projects', { name: 'Film', script: scriptOf('They meet.') }));
  const { id } = body['project'] as { readonly id: string };
  const first = await planProject(client, id);
  t.deepEqual(satisfied(first), [false, false, false, false]);
  t.like((await drawn(client, first)).job, { status: 'completed', chargedCredits: 4 });
  const before = await creditsOf(client);

  const at = `projects/${id}/script`;
  const read = expecting(200, await client.get(at));
  const edited = { script: (read.body['script'] as string).replace('They meet.', 'They part.') };
  const tag = { 'if-match': String(read.headers['etag']) };
  expecting(200, await client.put(at, edited, tag));
  const bare = expecting(200, await client.post('projects', { name: 'Bare' })).body['project'] as {
    readonly id: string;
  };
  const none = await client.put(`projects/${bare.id}/script`, edited, { 'if-match': '*' });
  t.is(expecting(412, none).body['code'], 'revision_mismatch', 'there is nothing to replace yet');
  t.is((await client.put(at, { script: scriptOf('They fight.') }, tag)).body['code'], 'revision_mismatch');

  const second = await planProject(client, id);
  t.deepEqual(satisfied(second), [true, true, false, true]);
  t.deepEqual(
    second.requirementIds.map((one) => first.requirementIds.includes(one)),
    [true, true, false, true],
  );
  const { job, requirements } = await drawn(client, second);
  t.like(job, { status: 'completed', requiredCredits: 3, chargedCredits: 1, progress: { done: 1, total: 1 } });
  t.deepEqual(
    requirements.map(({ requirementId, status }) => [requirementId, status]),
    [[second.requirementIds[2], 'accepted']],
  );
  const after = await creditsOf(client);
  t.like(after, { total: before.total - 1, available: before.available - 1, held: 0 });
  t.deepEqual(satisfied(await planProject(client, id)), [true, true, true, true]);
});
