/** Providers over HTTP behind the real service: configured by the environment, reported, chosen, asked, and paid. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { priceListWith } from '../../src/kernel/pricing.ts';
import type { Makers } from '../../src/main/core.ts';
import type { ClipRequest } from '../../src/ports/engine.ts';
import type { Outbound } from '../../src/ports/outbound.ts';
import { hostsOf } from '../support/application/hosts.ts';
import { filesWith } from '../support/audit/find-secret.ts';
import { clipOf, openStudio, wavOf } from '../support/engines/films.ts';
import { inEachForm } from '../support/engines/forms.ts';
import { mediaMakers } from '../support/engines/media-engines.ts';
import { quickMakers } from '../support/engines/quick-makers.ts';
import { smallFilms, smallSide } from '../support/engines/small-films.ts';
import { headOf } from '../support/engines/watch-film.ts';
import type { Make } from '../support/gateway/gateway-double.ts';
import { kindScorer } from '../support/gateway/kind-scorer.ts';
import { makeMedia } from '../support/gateway/outputs.ts';
import { type Coming, GATEWAY_KEY, serveGateway, type Trouble } from '../support/gateway/serve-gateway.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { wholeLog } from '../support/log/whole-log.ts';
import { tempFolder } from '../support/process/temp-folder.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

/** Real engines on a machine that may be busy. */
const PATIENCE_MS = 600_000;

/** A provider delivers this scene where no test looks at it. */
const SCENE = { width: 96, height: 64, durationMs: 5_000 };

type Given = {
  readonly make?: Make;
  readonly trouble?: (coming: Coming) => Trouble | undefined;
  /** With its prices. */
  readonly provider?: string;
  readonly prices?: Readonly<Record<string, number>>;
  readonly makers?: Makers;
  /** Further variables. */
  readonly bounds?: Readonly<Record<string, string>>;
  readonly outbound?: Outbound;
};

const given = async (t: ExecutionContext, { make = makeMedia, trouble, ...rest }: Given = {}) => {
  const { provider = 'PROVIDER_C', prices = { image: 7 }, makers = mediaMakers(), bounds = {} } = rest;
  const { outbound = hostsOf({}) } = rest;
  const { double, ...served } = await serveGateway(t, { make, ...(trouble && { trouble }) });
  const env = {
    [`${provider}_URL`]: served.url,
    ...bounds,
    [`${provider}_KEY`]: GATEWAY_KEY,
    [`${provider}_PRICES`]: JSON.stringify(prices),
    ...('speech' in prices ? { [`${provider}_VOICES`]: 'emma:en-GB,lars:sv' } : {}),
  };
  const service = await givenService(t, { makers: { ...makers, scorer: kindScorer }, env, outbound });
  const client = await service.client();
  return { ...service, double, served, client, money: await watchMoney(service.core, served.calls) };
};

test('a storyboard is made by the provider that it names, at its price, and the key is kept nowhere', async (t) => {
  const { double, client, dataDir } = await given(t);
  const storyboard = { engine: 'provider_c', continuityMode: 'chain' };
  const planned = await flow.givenPlanned(client, ['a quay', 'a boat'], storyboard);
  t.like(planned.answer.body['plan'], { provider: 'provider_c', creditCeiling: 70 });
  t.not((planned.answer.body['plan'] as { priceListVersion: string }).priceListVersion, priceListWith({}).version);
  const { job, requirements } = await flow.generated(client, planned);
  t.like(job, { status: 'completed', chargedCredits: 14, heldCredits: 0 });
  t.true(requirements.every(({ attempts }) => attempts.length === 1 && attempts[0]?.engine === 'provider_c'));
  t.is(double.bills.length, 2);
  const [first, second] = [...double.works.values()];
  t.is(first?.pictures.length, 0);
  t.is(second?.pictures.length, 1, 'the frame before travels as bytes');
  t.deepEqual(filesWith(dataDir, GATEWAY_KEY), []);
});

/** How many works of a provider were under way at once at most, while it made three pictures. */
const crowdOf = async (t: ExecutionContext, bounds: Readonly<Record<string, string>>): Promise<number> => {
  let most = 0;
  const { double, client } = await given(t, {
    bounds,
    trouble: ({ at }) => {
      const underWay = [...double.works.values()].filter(({ outcome }) => outcome === 'running').length;
      if (at === 'submit') most = Math.max(most, underWay + 1);
      return undefined;
    },
  });
  const storyboard = { engine: 'provider_c', continuityMode: 'independent' };
  const { job } = await flow.givenGenerated(client, ['a quay', 'a boat', 'rain'], storyboard);
  t.like(job, { status: 'completed', chargedCredits: 21 });
  return most;
};

test('a provider gets no more work at once than it takes; without a limit it gets all', async (t) => {
  t.is(await crowdOf(t, { PROVIDER_C_CONCURRENCY: '1' }), 1);
  t.true((await crowdOf(t, {})) > 1);
});

test('a lost answer is looked up by its key: the work is billed once and paid once', async (t) => {
  const lost = new Set<string>();
  const trouble = ({ at, key }: Coming): Trouble | undefined => {
    if (at !== 'submit' || lost.size > 0) return undefined;
    lost.add(key ?? '');
    return { kind: 'done-and-reset' };
  };
  const { double, client } = await given(t, { trouble });
  const { job } = await flow.givenGenerated(client, ['a quay'], { engine: 'provider_c' });
  t.like(job, { status: 'completed', chargedCredits: 7, heldCredits: 0 });
  t.deepEqual(double.bills, [...lost]);
});

test('a provider that is away: refused by name, a blocker of a plan, and `auto` goes on without it', async (t) => {
  const { client, served, money } = await given(t, { bounds: { PROVIDER_C_RATE_PER_MINUTE: '600' } });
  const capabilities = async () =>
    (
      flow.expecting(200, await client.get('production/capabilities')).body['capabilities'] as readonly {
        provider: string;
        available: boolean;
      }[]
    ).filter(({ provider }) => provider === 'provider_c');
  const told = { configured: true, available: true, priceCredits: 7, kind: 'image' };
  const limits = { worksPerMinute: 600, worksAtOnce: null };
  t.like(await capabilities(), { length: 1, 0: { ...told, limits } });
  const projectId = await flow.createProject(client, ['a quay'], { engine: 'provider_c' });
  const free = await flow.createProject(client, ['a quay']);
  const before = await flow.planProject(client, projectId);
  t.deepEqual(before.answer.body['blockers'], []);
  await served.close();
  // The answer about its health is kept for a while.
  await eventually('it is reported as away', async () => (await capabilities())[0]?.available === false);
  await money.moved();
  const batch = { projectId, prompt: 'a quay', count: 1, engine: 'provider_c' };
  const refusal = await client.post('image/storyboard-batch', batch);
  t.is(flow.expecting(503, refusal).body['code'], 'provider_unavailable');
  t.regex(String(refusal.headers['retry-after']), /^\d+$/);
  t.deepEqual(await money.moved(), []);
  t.like(await flow.creditsOf(client), { held: 0 });
  const { answer } = await flow.planProject(client, projectId);
  t.like((answer.body['blockers'] as readonly unknown[])[0], { code: 'provider_unavailable' });
  const other = await flow.planProject(client, free);
  t.deepEqual(other.answer.body['blockers'], []);
});

test('speech goes to the provider that has the voice; music to the cheaper engine', async (t) => {
  const { double, client } = await given(t, { provider: 'PROVIDER_D', prices: { speech: 9, music: 1 } });
  const before = await availableCredits(client);
  const speech = flow.expecting(200, await client.post('audio/tts', { text: 'Good evening.', voice_id: 'emma' }));
  t.like(speech.body, { chargedCredits: 9, durationSeconds: 1 });
  flow.expecting(200, await client.post('audio/tts', { text: 'Good evening.', voice_id: 'en-one' }));
  const unknown = flow.expecting(422, await client.post('audio/tts', { text: 'Good evening.', voice_id: 'nemo' }));
  t.is(unknown.body['code'], 'voice_unknown');
  flow.expecting(200, await client.post('music', { prompt: 'calm', duration: 2 }));
  t.deepEqual(
    [...double.works.values()].map(({ request }) => request['makes']),
    ['speech', 'music'],
  );
  t.is(before - (await availableCredits(client)), 9 + 2 + 1);
});

test('scenes are made by the provider that a film names, and paid at its price', async (t) => {
  const content = await readFile(await openStudio(t).scene(SCENE));
  const make: Make = async () => Promise.resolve({ contentType: 'video/mp4', content });
  const { client, double } = await given(t, { make, provider: 'PROVIDER_B', prices: { clip: 9 } });
  const film = { title: 'The letter', prompt: 'Ada reads.', duration: 5, render_provider: 'provider_b' };
  const answer = await client.post('video/create-job', film);
  const end = await endOf(client, locationOf(answer));
  t.like(end.job, { status: 'completed', chargedCredits: 9 });
  t.is(double.bills.length, 1);
  const refused = flow.expecting(
    422,
    await client.post('video/create-job', { ...film, render_provider: 'provider_a' }),
  );
  t.is(refused.body['code'], 'provider_not_configured');
});

inEachForm(test)(
  'a film of several scenes of a provider is joined by the assembly, and its report passes',
  async (t, open) => {
    const studio = openStudio(t);
    const make: Make = async (request) => {
      const { prompt, width, height, durationMs, seed } = request as ClipRequest;
      const { path } = await studio.make(
        clipOf({ prompt, durationMs, seed, width: smallSide(width), height: smallSide(height) }),
      );
      return { contentType: 'video/mp4', content: await readFile(path) };
    };
    const makers = quickMakers(smallFilms(open(t).engine));
    const { client, double } = await given(t, { make, makers, provider: 'PROVIDER_B', prices: { clip: 9 } });
    const story = { title: 'The letter', prompt: 'Ada wakes. She reads a letter.', aspect_ratio: '1:1' };
    const film = { ...story, duration: 6, render_provider: 'provider_b' };
    const end = await endOf(client, locationOf(await client.post('video/create-job', film)), PATIENCE_MS);
    t.like(end.job, { status: 'completed', chargedCredits: 18 });
    t.deepEqual(
      [...double.works.values()].map(({ request }) => request['durationMs']).toSorted((a, b) => Number(b) - Number(a)),
      [5_000, 1_000],
    );
    t.is(new Set(double.bills).size, 2);
    const report = flow.expecting(200, await client.get(`video/quality-check/${end.job.id}`)).body;
    t.like(report, { verdict: 'pass' }, JSON.stringify(report));
    const path = join(tempFolder(t), 'film.mp4');
    await writeFile(path, Buffer.from(await (await fetch(String(end.result?.assets[0]?.url))).arrayBuffer()));
    t.true(Math.abs((await headOf(path)).seconds - 6) < 0.1);
  },
);

const ADDRESS = 'https://files.test/voice.wav';
const voice = wavOf(7, (at) => 0.2 * Math.sin(2 * Math.PI * 330 * at), 8_000);
const PUBLIC_URL = 'https://studio.test';

/** A film of a sound by provider_b, and the capabilities before it. `sounds`: those that it takes. */
const ofSound = async (t: ExecutionContext, sounds: Readonly<Record<string, string>>) => {
  const content = await readFile(await openStudio(t).scene(SCENE));
  const heard: { readonly url: string; readonly startMs: number; readonly sha256: string }[] = [];
  const make: Make = async ({ sound }) => {
    const { url = '', startMs = -1 } = (sound ?? {}) as { readonly url?: string; readonly startMs?: number };
    const fetched = url === '' ? '' : await (await fetch(url.replace(PUBLIC_URL, service.baseUrl))).bytes();
    heard.push({ url, startMs, sha256: sha256(fetched) });
    return { contentType: 'video/mp4', content };
  };
  const bounds = { PUBLIC_URL, ...sounds };
  const films = { provider: 'PROVIDER_B', prices: { clip: 9 }, bounds, outbound: hostsOf({ [ADDRESS]: voice }) };
  const service = await given(t, { make, ...films });
  const { client, money } = service;
  const { body } = flow.expecting(200, await client.get('production/capabilities'));
  const all = body['capabilities'] as readonly { readonly id: string; readonly limitations: readonly string[] }[];
  const capability = all.find(({ id }) => id === 'audio_to_video.provider_b');
  await money.moved();
  const story = { title: 'The letter', prompt: 'Ada wakes. She reads.', input_modality: 'audio_to_video' };
  const answer = await client.post('video/create-job', { ...story, source_audio_url: ADDRESS });
  return { ...service, heard, capability, answer };
};

test('a provider that takes sounds has the sound of a film by an address, and the place of each scene', async (t) => {
  const { client, heard, capability, answer, core, dataDir } = await ofSound(t, { PROVIDER_B_SOUNDS: 'wav' });
  t.like(capability, { configured: true, available: true });
  t.true(capability?.limitations.some((told) => told.includes('one track of sound: wav, with')));
  t.like((await endOf(client, locationOf(answer))).job, { status: 'completed', chargedCredits: 18 });
  t.deepEqual(
    heard.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
    [0, 5_000],
  );
  for (const { url, sha256: hash } of heard) {
    t.is(hash, sha256(voice));
    const signature = new URL(url).searchParams.get('signature') ?? url;
    t.false(JSON.stringify(await wholeLog(core)).includes(signature));
    t.deepEqual(filesWith(dataDir, signature), []);
  }
});

test('without a sound that it takes a provider has no films of sounds, and nothing is spent', async (t) => {
  const none = await ofSound(t, {});
  t.like(none.capability, { configured: false, available: false });
  t.is(flow.expecting(422, none.answer).body['code'], 'lip_sync_preflight_failed');
  const other = await ofSound(t, { PROVIDER_B_SOUNDS: 'mp3' });
  t.like(flow.expecting(422, other.answer).body, { details: [{ reason: 'container_not_taken' }] });
  for (const { money, heard } of [none, other]) t.deepEqual([await money.moved(), heard], [[], []]);
});
