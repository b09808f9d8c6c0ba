/** Outputs of a provider that are less than was asked for, where no scorer judges them: no client pays for them. */
import { readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { openStudio } from '../support/engines/films.ts';
import { mediaMakers } from '../support/engines/media-engines.ts';
import type { Make } from '../support/gateway/gateway-double.ts';
import { kindScorer } from '../support/gateway/kind-scorer.ts';
import { makeMedia } from '../support/gateway/outputs.ts';
import { GATEWAY_KEY, serveGateway } from '../support/gateway/serve-gateway.ts';
import { availableCredits, endOf, locationOf } from '../support/service/media-calls.ts';
import { givenClient } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

const SHORT = { code: 'rejected', message: 'the output of provider_c: it is 1000 ms long, not 5000' };

const given = async (t: ExecutionContext, make: Make, prices: object) => {
  const { url: PROVIDER_C_URL, double } = await serveGateway(t, { make });
  const env = { PROVIDER_C_URL, PROVIDER_C_KEY: GATEWAY_KEY, PROVIDER_C_PRICES: JSON.stringify(prices) };
  const { client } = await givenClient(t, { makers: { ...mediaMakers(), scorer: kindScorer }, env });
  return { client, double, before: await availableCredits(client) };
};

test('a picture with fewer pixels than were asked for was billed to the operator, and no client pays', async (t) => {
  const make: Make = async () => makeMedia({ makes: 'image', width: 8, height: 8, seed: 1 }, []);
  const { client, double, before } = await given(t, make, { image: 1 });
  const { project } = (await client.post('projects', { name: 'The letter' })).body as { project: { id: string } };
  const wanted = { prompt: 'a quay', count: 1, continuityMode: 'independent', engine: 'provider_c' };
  const { body } = expecting(200, await client.post('image/storyboard-batch', { projectId: project.id, ...wanted }));
  t.like(body, { status: 'partial', rendered_count: 0, charged_credits: 0 });
  t.is(double.bills.length, 1);
  t.is(await availableCredits(client), before);
});

test('music that ends earlier than was asked for was billed to the operator, and no client pays', async (t) => {
  const make: Make = async () => makeMedia({ makes: 'music', durationMs: 20_000 }, []);
  const { client, double, before } = await given(t, make, { music: 1 });
  const { body } = expecting(502, await client.post('music', { prompt: 'calm', duration: 30 }));
  t.like(body['details'], { code: 'rejected', message: 'the output of provider_c: it is 20000 ms long, not 30000' });
  t.is(double.bills.length, 1);
  t.is(await availableCredits(client), before);
});

test('a scene that ends earlier than was asked for is none: its film fails and costs nothing', async (t) => {
  const content = await readFile(await openStudio(t).scene({ width: 96, height: 64, durationMs: 1_000 }));
  const { client, before } = await given(t, async () => Promise.resolve({ contentType: 'video/mp4', content }), {
    clip: 1,
  });
  const film = { title: 'The letter', prompt: 'Ada reads.', duration: 5 };
  const end = await endOf(client, locationOf(await client.post('video/create-job', film)));
  t.like(end.job, { status: 'failed', chargedCredits: 0, error: SHORT });
  t.is(await availableCredits(client), before);
});
