/** Films by their scripts, prompts and frames: the parts that they lack are told in their answers. */
import test from 'ava';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { acceptAll, expecting, generated, planProject, review } from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

type Lines = readonly { readonly text: string; readonly startMs: number }[];

const SCRIPT = `INT. KITCHEN - DAY

Ada waits.

ADA
One potato.

EXT. QUAY - DAY

Nils mends a net.

INT. KITCHEN - DAY

Ada waits.

ADA
Two tomatoes.
`;

test('a beat that a script repeats has its own dialogue each time', async (t) => {
  const { client, calls } = await givenMedia(t);
  const { project } = expecting(200, await client.post('projects', { name: 'Twice', script: SCRIPT })).body as {
    project: { id: string };
  };
  const planned = await planProject(client, project.id);
  await generated(client, planned);
  expecting(201, await review(client, planned, planned.planId, acceptAll(3)));
  const wish = { title: 'Twice', prompt: 'A film', projectId: project.id, include_voiceover: true };
  await endOf(client, locationOf(await client.post('video/create', wish)));
  const lines = (calls.find(({ makes }) => makes === 'speech')?.['lines'] ?? []) as Lines;
  t.deepEqual(lines, [
    { text: 'One potato.', startMs: 0 },
    { text: 'Two tomatoes.', startMs: 10_000 },
  ]);
});

const LONG = 'Ada reads the letter of the harbour master who lost his lantern, his umbrella and three dogs.';

test('words that a film has no time for are told in its answer, where any are said or shown', async (t) => {
  const { client } = await givenMedia(t);
  const limitsOf = async (wish: object) => {
    const answer = await client.post('video/create', { title: 'Long', prompt: LONG, duration: 5, ...wish });
    return expecting(202, answer).body['limitations'];
  };
  t.deepEqual(await limitsOf({}), ['no scene has the time for these words: umbrella and three dogs.']);
  t.deepEqual(await limitsOf({ include_captions: false }), undefined);
  t.deepEqual(await limitsOf({ duration: 10 }), undefined);
});

test('frames that a film of another shape cuts are told in its answer', async (t) => {
  const { client } = await givenMedia(t);
  const storyboard = { aspectRatio: '9:16', continuityMode: 'independent', frames: [{ prompt: 'A lighthouse.' }] };
  const { project } = expecting(200, await client.post('projects', { name: 'Tall', storyboard })).body as {
    project: { id: string };
  };
  const planned = await planProject(client, project.id);
  await generated(client, planned);
  expecting(201, await review(client, planned, planned.planId, acceptAll(1)));
  const limitsOf = async (wish: object) => {
    const asked = { title: 'Tall', prompt: 'A film', projectId: project.id, ...wish };
    return expecting(202, await client.post('video/create', asked)).body['limitations'];
  };
  t.deepEqual(await limitsOf({}), ['the frames are 9:16 and the film is 16:9: what does not fit is cut off']);
  t.is(await limitsOf({ aspect_ratio: '9:16' }), undefined);
});
