/** Creative settings, as the work that starts under them follows them. */
import test, { type ExecutionContext } from 'ava';
import type { EngineRequest } from '../../src/ports/engine.ts';
import { type MediaCall, quickMusic, quickSpeech, quickVideo } from '../support/engines/media-engines.ts';
import { drawn, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { givenService } from '../support/service/real-service.ts';
import {
  acceptAll,
  createProject,
  expecting,
  generate,
  generated,
  givenGenerated,
  givenPlanned,
  planProject,
  repair,
  repaired,
  review,
} from '../support/service/storyboard-calls.ts';

type Client = Parameters<typeof createProject>[0];

const SETTINGS = 'user/settings/creative';

const given = async (t: ExecutionContext) => {
  const calls: MediaCall[] = [];
  const pictures: Extract<EngineRequest, { makes: 'image' }>[] = [];
  const onCall = (call: MediaCall) => void calls.push(call);
  const draws: ReturnType<typeof quickEngine> = {
    ...quickEngine(),
    perform: async (_, request) => {
      pictures.push(request);
      return Promise.resolve(drawn(request));
    },
  };
  const makers = quickMakers(draws, quickMusic(onCall), quickSpeech(onCall), quickVideo(onCall));
  const service = await givenService(t, { makers });
  const client = await service.client();
  await availableCredits(client);
  const asked = (makes: MediaCall['makes']): readonly MediaCall[] => calls.filter((call) => call.makes === makes);
  const save = async (profile: object) => expecting(200, await client.put(SETTINGS, profile)).body;
  return { service, client, asked, pictures, save, money: await watchMoney(service.core, calls) };
};

/** Every call that pays without a plan, with its words. */
const callsOf = (projectId: string, words: string): readonly (readonly [path: string, body: object])[] => {
  const film = { title: 'A film', prompt: words, scene_count: 1 };
  return [
    ['image/generate', { prompt: words }],
    ['image/storyboard-batch', { projectId, prompt: 'a quay', count: 1, frames: [{ prompt: words }] }],
    ['music', { prompt: words }],
    ['music/generate', { prompt: words }],
    ['audio/tts', { text: words }],
    ['tts', { text: words }],
    ['video/create', film],
    ['video/create-job', { ...film, title: words, prompt: 'a quay' }],
    ['video/start', film],
    ['video/start', { ...film, prompt: 'a quay', workflow_template: words }],
    ['video/orchestrate', film],
    ['commerce/videos', { trigger: 'abandoned_cart', product: { title: words }, externalRef: 'one' }],
    ['commerce/videos', { trigger: 'abandoned_cart', product: { title: words }, dryRun: true }],
    ['image/storyboard-batch', { projectId, prompt: 'a quay', count: 1, styleNotes: words }],
  ];
};

/** The calls that the settings do not refuse as they should. */
const notRefused = async (client: Client, projectId: string): Promise<readonly string[]> => {
  const missed: string[] = [];
  for (const [path, body] of callsOf(projectId, 'A night of GÀMBLING at the quay.')) {
    const { status, body: answer } = await client.post(path, body, { 'idempotency-key': 'k' });
    const isRefused = status === 422 && answer['code'] === 'topic_banned' && answer['noCreditsSpent'] === true;
    if (!isRefused || !String(answer['message']).includes('"gambling"')) missed.push(`${path} ${status}`);
  }
  return missed;
};

test('a banned topic refuses each paid call without a plan, before money or a key is touched', async (t) => {
  const { client, save, money } = await given(t);
  const projectId = await createProject(client, ['a quay']);
  await save({ bannedTopics: ['war', 'gambling'] });
  t.deepEqual(await notRefused(client, projectId), []);
  t.deepEqual(await money.moved(), []);
  await save({});
  // The keys are free: the refused calls were claimed under none.
  for (const [path, body] of callsOf(projectId, 'A night at the quay.').slice(0, 3)) {
    expecting(200, await client.post(path, body, { 'idempotency-key': 'k' }));
  }
});

test('sabotage: a service without the settings refuses none of them, which is found', async (t) => {
  const { client } = await given(t);
  const projectId = await createProject(client, ['a quay']);
  t.is((await notRefused(client, projectId)).length, callsOf(projectId, '').length);
});

test('a banned topic blocks a plan by name, and the plan is made once the settings allow it', async (t) => {
  const { client, save, money } = await given(t);
  await save({ bannedTopics: ['gambling'] });
  const projectId = await createProject(client, ['a quay', 'a den of Gambling']);
  const path = `projects/${projectId}/film-intelligence/storyboard-images/plan`;
  const blocked = await planProject(client, projectId);
  const { blockers, requirements } = expecting(200, await client.post(path)).body as {
    blockers: readonly { code: string; message: string; requirementId: string }[];
    requirements: readonly { requirementId: string }[];
  };
  t.is(blockers.length, 1);
  t.like(blockers[0], { code: 'topic_banned', requirementId: requirements[1]?.requirementId });
  t.regex(blockers[0]?.message ?? '', /"gambling"/);
  t.is(expecting(422, await generate(client, blocked)).body['code'], 'plan_has_blockers');
  t.deepEqual(await money.moved(), []);
  await save({});
  const open = await planProject(client, projectId);
  t.not(open.manifestHash, blocked.manifestHash);
  await generated(client, open);
});

test('style notes that speak of a banned topic block each frame that is still to be made', async (t) => {
  const { client, save } = await given(t);
  const planned = await givenPlanned(client, ['a quay', 'a boat'], { styleNotes: 'Gambling dens, in oil.' });
  const firstAlone = { requirementIds: planned.requirementIds.slice(0, 1) };
  await generated(client, planned, firstAlone);
  await save({ bannedTopics: ['gambling'] });
  const { body } = (await planProject(client, planned.projectId)).answer;
  t.like(body['blockers'], { length: 1, 0: { code: 'topic_banned', requirementId: planned.requirementIds[1] } });
});

test('the words of a reviewer are searched for banned topics, by a repair and by a new plan', async (t) => {
  const { client, save, pictures, money } = await given(t);
  const { planned } = await givenGenerated(client, ['a quay', 'a boat']);
  const words = { frameIndex: 1, decision: 'repair', note: 'dull', repairPromptAdditions: ['a game of Gambling'] };
  expecting(201, await review(client, planned, planned.planId, [words]));
  await save({ bannedTopics: ['gambling'] });
  await money.moved();
  const refused = await repair(client, planned, planned.planId);
  thenRefused(t, refused, 422, 'topic_banned');
  t.like(refused.body['details'], { topic: 'gambling', frameIndex: 1 });
  const again = await planProject(client, planned.projectId);
  t.like(again.answer.body['blockers'], [{ code: 'topic_banned', requirementId: planned.requirementIds[1] }]);
  t.is((again.answer.body['blockers'] as readonly unknown[]).length, 1);
  t.deepEqual(await money.moved(), []);
  await save({});
  await repaired(client, planned);
  t.is(pictures.at(-1)?.prompt, 'a boat\na game of Gambling');
});

const STYLE = { preferredVisualStyle: 'Ink and wash.', ethicalGuardrails: ['Avoid weapons'] };
const OWN = { styleNotes: 'Oil.', negativePrompt: 'rain' };

test('style and words to avoid are in the plan, its hash and its pictures; notes of a storyboard stay', async (t) => {
  const { client, save, pictures } = await given(t);
  const before = await givenPlanned(client, ['a quay']);
  await save(STYLE);
  const planned = await planProject(client, before.projectId);
  t.not(planned.manifestHash, before.manifestHash);
  const answer = await client.post(`${planned.film}/storyboard-images/plan`);
  t.like(expecting(200, answer).body['plan'], { styleNotes: 'Ink and wash.', negativePrompt: 'weapons' });
  await generated(client, planned);
  t.like(pictures.at(-1), { styleNotes: 'Ink and wash.', negativePrompt: 'weapons' });
  await givenGenerated(client, ['a wall'], OWN);
  t.like(pictures.at(-1), { styleNotes: 'Oil.', negativePrompt: 'rain, weapons' });
});

test('other settings leave accepted frames accepted: nothing is paid again, and a film is made of them', async (t) => {
  const { client, save } = await given(t);
  const { planned } = await givenGenerated(client, ['a quay']);
  await review(client, planned, planned.planId, acceptAll(1));
  await save({ ...STYLE, bannedTopics: ['boat'] });
  const again = await planProject(client, planned.projectId);
  const answer = await generate(client, again);
  t.like(expecting(200, answer).body, { accepted: false, reason: 'all_requirements_satisfied' });
  const film = { title: 'x', prompt: 'x', projectId: planned.projectId };
  await endOf(client, locationOf(await client.post('video/create', film)));
  await save({ bannedTopics: ['quay'] });
  t.is(expecting(422, await client.post('video/create', film)).body['code'], 'topic_banned');
});

test('pictures, clips and music without a plan are made under the settings', async (t) => {
  const { client, save, pictures, asked } = await given(t);
  await save({ ...STYLE, preferredMusicDirection: 'Slow strings.' });
  const projectId = await createProject(client, ['a quay']);
  expecting(200, await client.post('image/generate', { prompt: 'a quay' }));
  t.like(pictures.at(-1), { prompt: 'a quay', styleNotes: 'Ink and wash.', negativePrompt: 'weapons' });
  const batch = { projectId, prompt: 'a quay', count: 1 };
  expecting(200, await client.post('image/storyboard-batch', { ...batch, ...OWN }));
  t.like(pictures.at(-1), { styleNotes: 'Oil.', negativePrompt: 'rain, weapons' });
  expecting(200, await client.post('music', { prompt: 'rain' }));
  t.like(asked('music').at(-1), { prompt: 'rain\nSlow strings.' });
  const film = { title: 'x', prompt: 'Ada wakes.', scene_count: 1, include_music: true };
  await endOf(client, locationOf(await client.post('video/create', film)));
  t.like(asked('clip').at(-1), { styleNotes: 'Ink and wash.', negativePrompt: 'weapons' });
  t.like(asked('music').at(-1), { prompt: 'x. Ada wakes.\nSlow strings.' });
  await endOf(client, locationOf(await client.post('video/create', { ...film, workflow_template: 'noir' })));
  t.like(asked('clip').at(-1), { styleNotes: 'noir', negativePrompt: 'weapons' });
  const cart = { trigger: 'abandoned_cart', product: { title: 'Lantern' } };
  await endOf(client, locationOf(await client.post('commerce/videos', cart)));
  t.like(asked('clip').at(-1), { styleNotes: 'Ink and wash.', negativePrompt: 'weapons' });
});

test('the primary language speaks where the words tell none, and other words are told as untranslated', async (t) => {
  const { client, save, asked } = await given(t);
  await save({ subtitlePolicy: { primaryLanguage: 'de' } });
  const film = { title: 'x', scene_count: 1, include_voiceover: true };
  const make = async (more: object) => {
    const answer = await client.post('video/create', { ...film, ...more });
    await endOf(client, locationOf(answer));
    return answer.body['limitations'];
  };
  t.is(await make({ prompt: 'Ada.' }), undefined);
  t.is(asked('speech').at(-1)?.['voice'], 'de-one');
  t.regex(String(await make({ prompt: 'Ada reads a letter at the table.' })), /not in de/);
  t.is(asked('speech').at(-1)?.['voice'], 'en-one');
  t.is(await make({ prompt: 'Ada.', voice_id: 'en-one' }), undefined);
  t.is(asked('speech').at(-1)?.['voice'], 'en-one');
  const cart = { trigger: 'abandoned_cart', product: { title: 'Laterne' }, dryRun: true };
  const preview = expecting(200, await client.post('commerce/videos', cart)).body;
  t.like(preview, { brief: { language: 'de' }, providerPayload: { voice: 'de-one' } });
});

test('a save that names a profile by its entity tag replaces no later one', async (t) => {
  const { client, save } = await given(t);
  const tag = async () => String(expecting(200, await client.get(SETTINGS)).headers.etag);
  const first = await tag();
  expecting(200, await client.put(SETTINGS, { pacingPreference: 2 }, { 'if-match': first }));
  const late = await client.put(SETTINGS, { pacingPreference: 4 }, { 'if-match': first });
  thenRefused(t, late, 412, 'revision_mismatch');
  expecting(200, await client.put(SETTINGS, { pacingPreference: 4 }, { 'if-match': `${first}, ${await tag()}` }));
  await save({ pacingPreference: 5 });
});
