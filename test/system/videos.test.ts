/** Films, as a client asks for them. */
import test from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { png } from '../support/engines/pictures.ts';
import { quickEngine, quickMakers, REFUSED } from '../support/engines/quick-makers.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { givenClient } from '../support/service/real-service.ts';
import { acceptAll, expecting, generated, planProject, review } from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

type Lines = readonly { readonly text: string; readonly startMs: number }[];

const letter = { title: 'The letter', prompt: 'Ada wakes. She reads a letter. Rain falls on the quay.' };

test('a film of a prompt: scenes, then the film of them, then a report; paid as a whole', async (t) => {
  const { client, asked } = await givenMedia(t);
  const before = await availableCredits(client);
  const answer = await client.post('video/create-job', { ...letter, duration: 12 });
  const { job } = expecting(202, answer).body as { job: { id: string } };
  t.like(job, { kind: 'video', operation: 'video_create', status: 'queued', requiredCredits: 15 });
  t.is(locationOf(answer), `/api/v1/video/status/${job.id}`);
  const early = await client.get(`video/quality-check/${job.id}`);
  t.true(early.status === 409 ? early.body['code'] === 'asset_not_ready' : early.status === 200);
  const end = await endOf(client, locationOf(answer));
  t.like(end.job, { status: 'completed', progress: { done: 5, total: 5 }, chargedCredits: 15, error: null });
  t.is(await availableCredits(client), before - 15);

  const clips = asked('clip');
  t.deepEqual(
    clips.map(({ prompt, durationMs }) => [prompt, durationMs]),
    [
      ['Ada wakes.', 5_000],
      ['She reads a letter.', 5_000],
      ['Rain falls on the quay.', 2_000],
    ],
  );
  t.is(new Set(clips.map(({ seed }) => seed)).size, 3);
  t.like(clips[0], { width: 1_366, height: 768, pictures: true, startFrame: null, negativePrompt: null });
  t.deepEqual(clips[1]?.['captions'], [{ text: 'She reads a letter.', startMs: 0, endMs: 5_000 }]);
  const [assembly] = asked('assembly');
  t.is((assembly?.['clips'] as readonly string[] | undefined)?.length, 3);
  t.like(assembly, { title: 'The letter', speech: null, music: null });

  const [film, captions] = end.result?.assets ?? [];
  t.like(film, { type: 'video', contentType: 'video/mp4' });
  t.like(captions, { type: 'captions', contentType: 'text/vtt' });
  const bytes = Buffer.from(await (await fetch(String(film?.url))).arrayBuffer());
  t.is(film?.hash, `sha256:${sha256(bytes)}`);
  t.like(asked('report')[0], { film: sha256(bytes), durationMs: 12_000, hasSpeech: false, hasMusic: false });
  const report = expecting(200, await client.get(`video/quality-check/${job.id}`)).body;
  t.like(report, { jobId: job.id, verdict: 'pass', score: 100, checks: [{ name: 'duration', passed: true }] });
});

test('voice, music and captions: each is made once, and captions follow the voice', async (t) => {
  const { client, asked } = await givenMedia(t);
  const wishes = { include_music: true, include_voiceover: true, negative_prompt: 'cats', workflow_template: 'noir' };
  const answer = await client.post('video/orchestrate', { ...letter, scene_count: 3, ...wishes, aspect_ratio: '9:16' });
  const end = await endOf(client, locationOf(answer));
  t.like(end.job, { status: 'completed', requiredCredits: 20, chargedCredits: 20 });
  t.deepEqual(
    (asked('speech')[0]?.['lines'] as Lines | undefined)?.map(({ startMs }) => startMs),
    [0, 5_000, 10_000],
  );
  t.like(asked('music')[0], { durationMs: 15_000, instrumental: true });
  t.like(asked('clip')[1], { width: 768, height: 1_366, negativePrompt: 'cats', styleNotes: 'noir' });
  t.deepEqual(asked('clip')[1]?.['captions'], [{ text: 'She reads a letter.', startMs: 0, endMs: 800 }]);
  const [assembly] = asked('assembly');
  t.regex(String(assembly?.['speech']), /^[0-9a-f]{64}$/);
  t.regex(String(assembly?.['music']), /^[0-9a-f]{64}$/);
});

test('twelve scenes of one sentence are twelve pictures; without captions and pictures there are none', async (t) => {
  const { client, asked } = await givenMedia(t);
  const plain = { include_captions: false, include_photos: false };
  const answer = await client.post('video/start', { title: 'One', prompt: 'A boat leaves the quay.', ...plain });
  t.is((await endOf(client, locationOf(answer))).job.status, 'completed');
  const clips = asked('clip');
  t.is(clips.length, 12);
  t.true(
    clips.every(({ prompt }) => prompt === 'A boat leaves the quay.'),
    'it is shown as text',
  );
  t.true(clips.every(({ pictures, captions }) => pictures === false && (captions as readonly unknown[]).length === 0));
  const drawn = await client.post('video/start', { title: 'One', prompt: 'A boat leaves the quay.' });
  t.is((await endOf(client, locationOf(drawn))).job.status, 'completed');
  t.true(new Set(asked('clip').map(({ prompt }) => prompt)).size >= 9);
});

test('a start frame is a picture of the workspace, or one that another host gives', async (t) => {
  const quay = await png(({ x, noise }) => x * noise);
  const { client, asked, money } = await givenMedia(t, { hosts: { 'https://pictures.test/quay.png': quay } });
  const { url, asset } = expecting(200, await client.post('image/generate', { prompt: 'a quay' })).body as {
    url: string;
    asset: { hash: string };
  };
  const start = async (referenceImageUrl: string) =>
    client.post('video/create', { ...letter, scene_count: 2, referenceImageUrl });
  await endOf(client, locationOf(await start(url)));
  const [first, second] = asked('clip');
  t.is(`sha256:${String(first?.['startFrame'])}`, asset.hash);
  t.is(second?.['startFrame'], null);
  await endOf(client, locationOf(await start('https://pictures.test/quay.png')));
  t.true(asked('clip').some(({ startFrame }) => startFrame === sha256(quay)));
  await money.moved();
  t.is(expecting(422, await start('https://pictures.test/a.png')).body['code'], 'reference_unavailable');
  t.deepEqual(await money.moved(), []);
});

test('a request that no provider can meet is refused before it costs anything', async (t) => {
  const { client, money } = await givenMedia(t);
  await availableCredits(client);
  await money.moved();
  const rows: readonly (readonly [string, object, string])[] = [
    ['a provider', { render_provider: 'provider_b' }, 'provider_not_configured'],
    ['a target', { execution_target: 'provider_a' }, 'provider_not_configured'],
    ['a model', { videoModel: 'provider_c-large' }, 'provider_not_configured'],
    ['two providers', { render_provider: 'provider_a', execution_target: 'provider_b_render' }, 'validation_failed'],
    ['lips without sound', { input_modality: 'audio_to_video' }, 'lip_sync_preflight_failed'],
    [
      'lips',
      { input_modality: 'audio_to_video', source_audio_url: 'https://a.test/a.mp3' },
      'lip_sync_preflight_failed',
    ],
  ];
  for (const path of ['video/create-job', 'video/create', 'video/start', 'video/orchestrate']) {
    for (const [what, wish, code] of rows) {
      const { body } = expecting(422, await client.post(path, { ...letter, ...wish }));
      t.like(body, { code, noCreditsSpent: true, no_credits_spent: true }, `${path}: ${what}`);
    }
    t.is(expecting(402, await client.post(path, { ...letter, duration: 3_600 })).body['code'], 'insufficient_credits');
  }
  t.deepEqual(await money.moved(), []);
  const fine = { videoModel: 'provider_a-video-default', render_provider: 'auto', execution_target: 'auto' };
  expecting(202, await client.post('video/create', { ...letter, ...fine, scene_count: 1 }));
  const { client: bare } = await givenClient(t, { makers: quickMakers(quickEngine()) });
  t.is(expecting(422, await bare.post('video/start', letter)).body['code'], 'provider_not_configured');
});

test('a sound and a voice that a film has no use for are told before it is made', async (t) => {
  const { client } = await givenMedia(t);
  const told = async (wish: object) =>
    expecting(202, await client.post('video/create', { ...letter, ...wish })).body['limitations'];
  t.deepEqual(await told({ source_audio_url: 'https://a.test/a.mp3' }), [
    'source_audio_url is not used: only a film with the input_modality audio_to_video plays it',
  ]);
  t.deepEqual(await told({ voice_id: 'en' }), ['voice_id is not used: nothing is spoken without include_voiceover']);
  t.is(await told({}), undefined);
});

test('a film with a scene that cannot be made costs nothing', async (t) => {
  const { client, asked } = await givenMedia(t);
  const before = await availableCredits(client);
  const answer = await client.post('video/create', { title: 'x', prompt: `Ada. ${REFUSED} here.`, scene_count: 2 });
  const end = await endOf(client, locationOf(answer));
  t.like(end, { job: { status: 'failed', chargedCredits: 0, error: { code: 'rejected' } }, result: null });
  t.is(await availableCredits(client), before);
  t.is(asked('assembly').length, 0);
  const report = await client.get(`video/quality-check/${end.job.id}`);
  t.is(expecting(409, report).body['code'], 'asset_not_made');
});

test('a key is one for its body on create-job, also by its other path; start refuses another body', async (t) => {
  const { client } = await givenMedia(t);
  const key = { 'idempotency-key': 'k' };
  const small = { ...letter, scene_count: 1 };
  const first = await client.post('video/create-job', small, key);
  const again = await client.post('video/create', { ...small, include_captions: true, confirm: true }, key);
  t.is(locationOf(again), locationOf(first));
  t.is(again.headers['idempotent-replayed'], 'true');
  const other = await client.post('video/create-job', { ...small, title: 'Another' }, key);
  t.not(locationOf(other), locationOf(first));
  const started = await client.post('video/start', small, key);
  t.not(locationOf(started), locationOf(first));
  t.is(
    expecting(422, await client.post('video/start', { ...small, title: 'x' }, key)).body['code'],
    'idempotency_key_reused',
  );
});

const SCRIPT = `INT. KITCHEN - DAY

Ada reads a letter at the table.

ADA
He is alive. He is alive, and he sails home on the first day of spring, says this letter of his.

EXT. QUAY - NIGHT

Nils looks at the sea.
`;

test('a film of a project shows its accepted frames, with what is said in them', async (t) => {
  const { client, asked } = await givenMedia(t);
  const { project } = expecting(200, await client.post('projects', { name: 'Film', script: SCRIPT })).body as {
    project: { id: string };
  };
  const wish = { title: 'Film', prompt: 'A film', projectId: project.id, include_voiceover: true };
  t.is(expecting(409, await client.post('video/create', wish)).body['code'], 'frames_not_accepted');
  const planned = await planProject(client, project.id);
  await generated(client, planned);
  expecting(201, await review(client, planned, planned.planId, acceptAll(2)));
  const answer = await client.post('video/create', { ...wish, duration: 30 });
  const { limitations } = expecting(202, answer).body as { limitations: readonly string[] };
  t.true(limitations.includes('the accepted frames of the project are its scenes; not used: duration'));
  const end = await endOf(client, locationOf(answer));
  t.is(end.job.status, 'completed');
  const clips = asked('clip');
  t.is(clips.length, 3, 'the first frame is shown as long as it is spoken about');
  t.is(clips[0]?.['startFrame'], clips[1]?.['startFrame']);
  t.not(clips[1]?.['startFrame'], clips[2]?.['startFrame']);
  const lines = (asked('speech')[0]?.['lines'] ?? []) as Lines;
  t.is(SCRIPT.split('\n')[5], lines.map(({ text }) => text).join(' '));
  t.deepEqual(
    lines.map(({ startMs }) => startMs),
    [0, 5_000],
  );
  const other = { ...wish, projectId: `prj_${'0'.repeat(26)}` };
  t.is(expecting(404, await client.post('video/create', other)).body['code'], 'project_not_found');
  t.is(expecting(422, await client.post('video/start', wish)).body['code'], 'validation_failed');
});

test('supervised: a person decides between scenes, and a stop makes a film of those that are there', async (t) => {
  const { client, asked } = await givenMedia(t);
  const supervised = { ...letter, scene_count: 3, operator_mode: 'supervised', include_music: true };
  const answer = await client.post('video/create', supervised);
  const path = locationOf(answer);
  const id = path.split('/').at(-1) ?? '';
  const waits = async (before: string) =>
    eventually(`it waits before ${before}`, async () => {
      const { job } = (await client.get(path)).body as { job: { awaitingCheckpoint?: { before: string } } };
      return job.awaitingCheckpoint?.before === before;
    });
  await waits('scene-0001');
  t.is(asked('clip').length, 1);
  const decided = expecting(200, await client.post(`jobs/${id}/checkpoint`, { decision: 'continue' }));
  t.false('awaitingCheckpoint' in (decided.body['job'] as object));
  expecting(200, await client.post(`jobs/${id}/checkpoint`, { decision: 'continue', before: 'scene-0001' }));
  await waits('scene-0002');
  t.is(asked('clip').length, 2);
  expecting(409, await client.post(`jobs/${id}/checkpoint`, { decision: 'stop', before: 'scene-0001' }));
  expecting(200, await client.post(`jobs/${id}/checkpoint`, { decision: 'stop', before: 'scene-0002' }));
  const end = await endOf(client, path);
  t.is(end.job.status, 'completed');
  t.is(end.job.chargedCredits, 13, 'two scenes and the music');
  t.is(asked('clip').length, 2);
  const [assembly] = asked('assembly');
  t.is((assembly?.['clips'] as readonly string[] | undefined)?.length, 2);
  t.deepEqual(
    (assembly?.['captions'] as readonly { text: string }[] | undefined)?.map(({ text }) => text),
    ['Ada wakes.', 'She reads a letter.'],
  );
  t.like(asked('report')[0], { durationMs: 10_000, sceneStartsMs: [0, 5_000] });
  expecting(200, await client.post(`jobs/${id}/checkpoint`, { decision: 'stop' }));
  const late = await client.post(`jobs/${id}/checkpoint`, { decision: 'continue' });
  t.is(expecting(409, late).body['code'], 'job_not_active');
});

test('orchestration supervised: a person decides once, before the first scene', async (t) => {
  const { client, asked } = await givenMedia(t);
  const path = locationOf(
    await client.post('video/orchestrate', { ...letter, scene_count: 2, orchestration_mode: 'supervised' }),
  );
  const id = path.split('/').at(-1) ?? '';
  await eventually('it waits', async () => {
    const { job } = (await client.get(path)).body as { job: { awaitingCheckpoint?: { before: string } } };
    return job.awaitingCheckpoint?.before === 'scene-0000';
  });
  t.is(asked('clip').length, 0);
  expecting(200, await client.post(`jobs/${id}/checkpoint`, { decision: 'continue' }));
  t.is((await endOf(client, path)).job.status, 'completed');
  t.is(asked('clip').length, 2);
});
