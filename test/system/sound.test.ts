/** Music and speech, as a client asks for them. */
import test from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { quickMusic } from '../support/engines/media-engines.ts';
import { quickMakers, REFUSED } from '../support/engines/quick-makers.ts';
import { availableCredits, endOf, locationOf, type Media, readJob } from '../support/service/media-calls.ts';
import { givenClient } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

type Sound = {
  readonly url: string;
  readonly asset: Media;
  readonly durationSeconds: number;
  readonly chargedCredits: number;
};

test('music: made within the request, fetched by its address, charged by the half minute', async (t) => {
  const { client, calls } = await givenMedia(t);
  const before = await availableCredits(client);
  const sound = expecting(200, await client.post('music', { prompt: 'a calm sea', duration: 31 })).body as Sound;
  t.like(sound, { durationSeconds: 31, chargedCredits: 6, asset: { type: 'music', contentType: 'audio/flac' } });
  t.is(await availableCredits(client), before - 6);
  const bytes = Buffer.from(await (await fetch(sound.url)).arrayBuffer());
  t.is(`sha256:${sha256(bytes)}`, sound.asset.hash);
  t.is(bytes.byteLength, sound.asset.sizeBytes);
  t.like(calls[0], { makes: 'music', prompt: 'a calm sea', durationMs: 31_000, instrumental: false });
  const { chargedCredits } = expecting(200, await client.post('music', { prompt: 'a calm sea' })).body as Sound;
  t.is(chargedCredits, 3, 'thirty seconds unless stated');
  t.not(calls[0]?.['seed'], calls[1]?.['seed'], 'the same words twice are two pieces');
});

test('music/generate: answered at once, polled to its end, found under music and jobs only', async (t) => {
  const { client, service } = await givenMedia(t);
  const answer = await client.post('music/generate', { prompt: 'a storm', duration: 60, instrumental: true });
  const { job } = expecting(202, answer).body as { job: Readonly<Record<string, unknown>> };
  t.like(job, { kind: 'music', operation: 'music_generate', status: 'queued', requiredCredits: 6 });
  t.is(locationOf(answer), `/api/v1/music/status/${String(job['id'])}`);
  const end = await endOf(client, locationOf(answer));
  t.like(end.job, { status: 'completed', progress: { done: 1, total: 1 }, error: null, chargedCredits: 6 });
  t.like(end.result?.assets, { length: 1, 0: { type: 'music', durationSeconds: 60 } });
  t.deepEqual((await client.get(`jobs/${String(job['id'])}`)).body['job'], end.job);
  const bob = await service.client('bob');
  for (const path of [locationOf(answer), `jobs/${String(job['id'])}`]) {
    t.is(expecting(403, await bob.get(path)).body['code'], 'project_forbidden');
  }
  const { asset } = expecting(200, await client.post('tts', { text: 'Ada' })).body as Sound;
  const { jobs } = (await client.get('jobs?kind=speech')).body as { jobs: readonly { id: string }[] };
  t.is(jobs.length, 1);
  t.is(expecting(404, await client.get(`music/status/${jobs[0]?.id}`)).body['code'], 'job_not_found');
  const { result } = await readJob(client, `jobs/${jobs[0]?.id}`);
  t.is(result?.assets[0]?.hash, asset.hash);
});

test('speech: the default voice, a named one, and none that is unknown', async (t) => {
  const { client, calls, money } = await givenMedia(t);
  const spoken = expecting(200, await client.post('audio/tts', { text: 'Ada reads the letter.' })).body as Sound;
  t.like(spoken, { durationSeconds: 0.8, chargedCredits: 2, asset: { type: 'voice' } });
  expecting(200, await client.post('tts', { text: 'Guten Tag', voice_id: 'de-one' }));
  t.deepEqual(
    calls.map(({ voice }) => voice),
    ['en-one', 'de-one'],
  );
  await money.moved();
  const refused = expecting(422, await client.post('tts', { text: 'x', voice_id: 'fr-one' })).body;
  t.like(refused, { code: 'voice_unknown', details: { voices: ['en-one', 'de-one'] }, noCreditsSpent: true });
  t.deepEqual(await money.moved(), []);
  const long = expecting(200, await client.post('tts', { text: 'words '.repeat(800) })).body as Sound;
  t.is(long.chargedCredits, 12, 'five minutes and a third');
});

test('one key is one sound, also by the other path; without what it is for there is a refusal', async (t) => {
  const { client, calls } = await givenMedia(t);
  const key = { 'idempotency-key': 'k' };
  const first = expecting(200, await client.post('audio/tts', { text: 'Ada' }, key));
  const again = expecting(200, await client.post('tts', { text: 'Ada', voice_id: 'speech-2.8-hd' }, key));
  t.is(again.headers['idempotent-replayed'], 'true');
  t.is((again.body as Sound).asset.hash, (first.body as Sound).asset.hash);
  expecting(422, await client.post('tts', { text: 'Nils' }, key));
  t.is(calls.length, 1);
  const start = async () => client.post('music/generate', { prompt: 'rain' }, key);
  const [one, two] = [await start(), await start()];
  t.is(locationOf(one), locationOf(two));
  t.is(two.headers['idempotent-replayed'], 'true');
});

test('a sound that cannot be made costs nothing: refused, failed, without an engine, without credits', async (t) => {
  const { client, service } = await givenMedia(t);
  const before = await availableCredits(client);
  const failed = expecting(502, await client.post('music', { prompt: REFUSED }));
  t.is(failed.body['code'], 'render_failed');
  const end = await endOf(client, locationOf(await client.post('music/generate', { prompt: REFUSED })));
  t.like(end, { job: { status: 'failed', error: { code: 'rejected' }, chargedCredits: 0 }, result: null });
  t.is(await availableCredits(client), before);
  const poor = await service.client('poor');
  const available = await availableCredits(poor);
  for (let spent = 0; spent + 30 <= available; spent += 30) {
    expecting(200, await poor.post('music', { prompt: 'x', duration: 300 }));
  }
  t.is(expecting(402, await poor.post('music', { prompt: 'x', duration: 300 })).body['code'], 'insufficient_credits');

  const away = quickMusic(undefined, { available: async () => Promise.resolve(false) });
  const { client: bare } = await givenClient(t, { makers: quickMakers(away) });
  t.is(expecting(503, await bare.post('music', { prompt: 'x' })).body['code'], 'provider_unavailable');
  t.is(expecting(422, await bare.post('tts', { text: 'x' })).body['code'], 'provider_not_configured');
});
