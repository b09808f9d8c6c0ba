/** The own costs of providers: in the poll for each attempt, and once in the ledger, whatever is paid. */
import test, { type ExecutionContext } from 'ava';
import { mediaMakers } from '../support/engines/media-engines.ts';
import type { Make } from '../support/gateway/gateway-double.ts';
import { kindScorer } from '../support/gateway/kind-scorer.ts';
import { makeMedia } from '../support/gateway/outputs.ts';
import { GATEWAY_KEY, serveGateway } from '../support/gateway/serve-gateway.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { givenService } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';

const given = async (t: ExecutionContext, make: Make, prices: Readonly<Record<string, number>>) => {
  const served = await serveGateway(t, { make });
  const provider = { url: served.url, key: GATEWAY_KEY, prices: JSON.stringify(prices) };
  const env = { PROVIDER_C_URL: provider.url, PROVIDER_C_KEY: provider.key, PROVIDER_C_PRICES: provider.prices };
  const service = await givenService(t, { makers: { ...mediaMakers(), scorer: kindScorer }, env });
  return { ...service, client: await service.client() };
};

type Client = Awaited<ReturnType<typeof given>>['client'];

/** By kind of entry and task, what the ledger has of costs. */
const inLedger = async (client: Client): Promise<readonly (readonly [kind: string, unknown])[]> => {
  const { entries } = flow.expecting(200, await client.get('ledger/entries')).body as {
    readonly entries: readonly { readonly kind: string; readonly providerCosts?: unknown }[];
  };
  return entries.flatMap(({ kind, providerCosts }) =>
    providerCosts === undefined ? [] : [[kind, providerCosts] as const],
  );
};

const USD = (amount: string) => ({ amount, currency: 'USD' });

test('each attempt of a storyboard has its cost; the ledger has each of them once, paid for or not', async (t) => {
  const make: Make = async (request, pictures) => {
    const { prompt } = request as { readonly prompt: string };
    if (prompt.includes('rain')) return { failed: 'rejected', cost: USD('0.010') };
    return { ...(await makeMedia(request, pictures)), cost: prompt.includes('boat') ? USD('-5') : USD('0.040') };
  };
  const { client } = await given(t, make, { image: 7 });
  const storyboard = { engine: 'provider_c', continuityMode: 'independent' };
  const { job, requirements } = await flow.givenGenerated(client, ['a quay', 'a boat', 'rain'], storyboard);
  t.like(job, { status: 'partially_completed', chargedCredits: 14, providerCosts: [USD('0.05')] });
  const attempts = requirements.map((requirement) => requirement.attempts[0] as Record<string, unknown>);
  t.deepEqual(
    attempts.map(({ providerCost }) => providerCost),
    [USD('0.04'), null, USD('0.01')],
    'a cost that is none is noted, and the picture is there',
  );
  // The third frame waits for a person: no other engine than the named one is asked.
  const found = new Map(await inLedger(client));
  t.deepEqual(Object.fromEntries(found), { debit: [USD('0.04')], release: [USD('0.01')] });
});

test('a song has the cost of its provider in its poll and in its one entry', async (t) => {
  const make: Make = async (...asked) => ({ ...(await makeMedia(...asked)), cost: { amount: '12', currency: 'JPY' } });
  const { client } = await given(t, make, { music: 1 });
  const answer = await client.post('music/generate', { prompt: 'calm', duration: 2 });
  const { job } = await endOf(client, locationOf(answer));
  t.like(job, { status: 'completed', chargedCredits: 1, providerCosts: [{ amount: '12', currency: 'JPY' }] });
  t.deepEqual(await inLedger(client), [['debit', [{ amount: '12', currency: 'JPY' }]]]);
});
