/** Providers over HTTP behind the real service: configured by the environment, reported, chosen, asked, and paid. */
import { readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { priceList } from '../../src/kernel/pricing.ts';
import type { Makers } from '../../src/main/core.ts';
import type { FrameScorer } from '../../src/ports/frame-scorer.ts';
import { filesWith } from '../support/audit/find-secret.ts';
import { clipOf, openStudio } from '../support/engines/films.ts';
import { mediaMakers } from '../support/engines/media-engines.ts';
import { createGatewayDouble, type Make } from '../support/gateway/gateway-double.ts';
import { makeMedia } from '../support/gateway/outputs.ts';
import { type Coming, GATEWAY_KEY, serveGateway, type Trouble } from '../support/gateway/serve-gateway.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { watchMoney } from '../support/ledger/quiet-money.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

/** A picture of a provider is no draft of words: all of them pass. */
const kindScorer: FrameScorer = {
  name: 'kind',
  version: '1',
  score: async () =>
    Promise.resolve({
      scorer: 'kind',
      version: '1',
      verdict: 'pass',
      metrics: { charm: 1 },
      thresholds: { charm: { min: 1 } },
      failed: [],
      corrections: [],
      perceptualHash: '0123456789abcdef',
    }),
};

type Given = {
  readonly make?: Make;
  readonly trouble?: (coming: Coming) => Trouble | undefined;
  /** With its prices. */
  readonly provider?: string;
  readonly prices?: Readonly<Record<string, number>>;
  readonly makers?: Makers;
  /** Further variables. */
  readonly bounds?: Readonly<Record<string, string>>;
};

const given = async (t: ExecutionContext, { make = makeMedia, trouble, ...rest }: Given = {}) => {
  const { provider = 'PROVIDER_C', prices = { image: 7 }, makers = mediaMakers(), bounds = {} } = rest;
  const double = createGatewayDouble({ make });
  const served = await serveGateway(t, double, trouble === undefined ? {} : { trouble });
  const env = {
    [`${provider}_URL`]: served.url,
    ...bounds,
    [`${provider}_KEY`]: GATEWAY_KEY,
    [`${provider}_PRICES`]: JSON.stringify(prices),
    ...('speech' in prices ? { [`${provider}_VOICES`]: 'emma:en-GB,lars:sv' } : {}),
  };
  const service = await givenService(t, { makers: { ...makers, scorer: kindScorer }, env });
  const client = await service.client();
  return { ...service, double, served, client, money: await watchMoney(service.core, served.calls) };
};

test('a storyboard is made by the provider that it names, at its price, and the key is kept nowhere', async (t) => {
  const { double, client, dataDir } = await given(t);
  const storyboard = { engine: 'provider_c', continuityMode: 'chain' };
  const planned = await flow.givenPlanned(client, ['a quay', 'a boat'], storyboard);
  t.like(planned.answer.body['plan'], { provider: 'provider_c', creditCeiling: 70 });
  t.not((planned.answer.body['plan'] as { priceListVersion: string }).priceListVersion, priceList.version);
  const jobId = flow.jobIdIn(await flow.generate(client, planned));
  const { job, requirements } = await flow.finalJob(client, planned, jobId);
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
  const planned = await flow.givenPlanned(client, ['a quay', 'a boat', 'rain'], storyboard);
  const { job } = await flow.finalJob(client, planned, flow.jobIdIn(await flow.generate(client, planned)));
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
  const planned = await flow.givenPlanned(client, ['a quay'], { engine: 'provider_c' });
  const { job } = await flow.finalJob(client, planned, flow.jobIdIn(await flow.generate(client, planned)));
  t.like(job, { status: 'completed', chargedCredits: 7, heldCredits: 0 });
  t.deepEqual(double.bills, [...lost]);
});

test('a provider that is away: refused by name, a blocker of a plan, and `auto` goes on without it', async (t) => {
  const { client, served, money } = await given(t);
  const capabilities = async () =>
    (
      flow.expecting(200, await client.get('production/capabilities')).body['capabilities'] as readonly {
        provider: string;
        available: boolean;
      }[]
    ).filter(({ provider }) => provider === 'provider_c');
  t.like(await capabilities(), { length: 1, 0: { configured: true, available: true, priceCredits: 7, kind: 'image' } });
  const projectId = await flow.createProject(client, ['a quay'], { engine: 'provider_c' });
  const free = await flow.createProject(client, ['a quay']);
  await served.close();
  // The answer about its health is kept for a while.
  await eventually('it is reported as away', async () => (await capabilities())[0]?.available === false);
  await money.moved();
  const batch = { projectId, prompt: 'a quay', count: 1, engine: 'provider_c' };
  const refusal = await client.post('image/storyboard-batch', batch);
  t.is(flow.expecting(503, refusal).body['code'], 'provider_unavailable');
  t.regex(String(refusal.headers['retry-after']), /^\d+$/);
  t.deepEqual(await money.moved(), []);
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
  const { path } = await openStudio(t).make(clipOf({ width: 96, height: 64, durationMs: 250 }));
  const content = await readFile(path);
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
