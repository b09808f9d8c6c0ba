/** Commerce videos, as a shop asks for them. */
import test from 'ava';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { expecting } from '../support/service/storyboard-calls.ts';
import { givenMedia } from '../support/service/media-service.ts';

const cart = {
  trigger: 'abandoned_cart',
  product: { title: 'Storm lantern', price: 'EUR 39' },
  customer: { firstName: 'Ada', locale: 'de-DE' },
  brandName: 'Harbour',
  ctaUrl: 'https://shop.example/cart',
};

test('a preview tells brief and price and claims nothing; then the video is made', async (t) => {
  const { client, money, asked } = await givenMedia(t);
  const key = { 'idempotency-key': 'k' };
  const order = { ...cart, externalRef: 'cart-1' };
  const preview = expecting(200, await client.post('commerce/videos', { ...order, dryRun: true }, key)).body;
  t.like(preview, {
    dryRun: true,
    provider: 'provider_b',
    requiredCredits: 12,
    brief: { kind: 'objection_handling', language: 'de-DE', limitations: [] },
    providerPayload: { engine: 'service_video', width: 768, height: 1_366, durationSeconds: 8, voice: 'de-one' },
  });
  t.deepEqual(await money.moved(), []);
  const answer = await client.post('commerce/videos', order, key);
  const { job } = expecting(202, answer).body as { job: { id: string } };
  t.like(job, { kind: 'commerce', operation: 'commerce_video', requiredCredits: 12 });
  t.is(locationOf(answer), `/api/v1/jobs/${job.id}`);
  const end = await endOf(client, locationOf(answer));
  t.like(end, { job: { status: 'completed', chargedCredits: 12 }, result: { assets: { 0: { type: 'video' } } } });
  expecting(200, await client.get(`download/${job.id}`));
  t.like(asked('speech')[0], { voice: 'de-one' });
  t.deepEqual(
    asked('clip').flatMap(({ card }) => (card === null ? [] : [card])),
    [{ title: 'Harbour', lines: ['Storm lantern', 'EUR 39', 'shop.example/cart'] }],
  );
});

test('the objections of a cart are spoken and shown, as the preview tells; those without time are named', async (t) => {
  const { client, asked } = await givenMedia(t);
  const [first, second, third] = ['Ist sie hell?', 'Hält sie Regen aus?', 'Ist sie zu teuer?'] as const;
  const order = { ...cart, objections: [first, second, third] };
  const { brief } = expecting(200, await client.post('commerce/videos', { ...order, dryRun: true })).body as {
    brief: { scenes: readonly { line: string }[]; limitations: readonly string[] };
  };
  const lines = brief.scenes.map(({ line }) => line);
  t.deepEqual(lines, [
    'Ada, denkst du noch über Storm lantern nach? Du hast gefragt: Ist sie hell?',
    'Du hast gefragt: Hält sie Regen aus?',
  ]);
  t.deepEqual(brief.limitations, [`too short to say in full: ${third}`]);
  const answer = await client.post('commerce/videos', order);
  t.deepEqual(answer.body['limitations'], brief.limitations);
  await endOf(client, locationOf(answer));
  const spoken = asked('speech')[0]?.['lines'] as readonly { text: string }[];
  t.deepEqual(
    spoken.map(({ text }) => text),
    lines,
  );
  const captions = asked('clip').flatMap((clip) => clip['captions'] as readonly { text: string }[]);
  const shown = captions.map(({ text }) => text).join(' ');
  for (const objection of [first, second]) t.true(shown.includes(objection), shown);
});

test('an externalRef is one job of a body: defaults make no other, and another trigger does', async (t) => {
  const { client } = await givenMedia(t);
  const order = { ...cart, externalRef: 'cart-1' };
  const first = await client.post('commerce/videos', order);
  const spelt = await client.post('commerce/videos', { ...order, aspectRatio: '9:16', dryRun: false, confirm: true });
  t.is(locationOf(spelt), locationOf(first), 'defaults that are written out are no other body');
  expecting(200, await client.post('commerce/videos', { ...order, brandName: 'Quay', dryRun: true }));
  const sold = await client.post('commerce/videos', { ...order, trigger: 'post_purchase' });
  t.not(locationOf(sold), locationOf(first), 'another trigger is another video');
});

test('an Idempotency-Key beside an externalRef holds, too: one key is one job, and so is one order', async (t) => {
  const { client } = await givenMedia(t);
  const under = async (key: string | null, body: Readonly<Record<string, unknown>>) =>
    client.post('commerce/videos', { ...cart, ...body }, key === null ? {} : { 'idempotency-key': key });
  const codeOf = async (key: string | null, body: Readonly<Record<string, unknown>>) =>
    expecting(422, await under(key, body)).body['code'];
  const first = expecting(202, await under('k', { externalRef: 'r1' }));
  t.is(first.headers['idempotent-replayed'], undefined);
  for (const other of [{ externalRef: 'r2' }, {}]) t.is(await codeOf('k', other), 'idempotency_key_reused');
  for (const key of ['k', 'l', null]) {
    const again = await under(key, { externalRef: 'r1' });
    t.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true'], String(key));
  }
  t.is(await codeOf('l', { externalRef: 'r2' }), 'idempotency_key_reused', 'that key names the job by now');
  t.is(await codeOf('m', { externalRef: 'r1', brandName: 'Quay' }), 'external_ref_reused');
  const free = expecting(202, await under('m', { externalRef: 'r3' }));
  t.not(locationOf(free), locationOf(first), 'a refusal leaves its key free');
  expecting(202, await under(null, { externalRef: 'r2' }));
  const { jobs } = (await client.get('jobs')).body as { jobs: readonly unknown[] };
  t.is(jobs.length, 3);
});

test('a preview needs the scope plan, and a video the scope spend', async (t) => {
  const { service } = await givenMedia(t);
  const planner = await service.client('alice', 'read plan');
  expecting(200, await planner.post('commerce/videos', { ...cart, dryRun: true }));
  const refused = expecting(403, await planner.post('commerce/videos', cart));
  t.like(refused.body, { code: 'scope_insufficient', message: 'This operation needs the scope spend' });
  const spender = await service.client('alice', 'read spend');
  const body = expecting(403, await spender.post('commerce/videos', { ...cart, dryRun: true })).body;
  t.like(body, { code: 'scope_insufficient', message: 'This operation needs the scope plan' });
  expecting(202, await spender.post('commerce/videos', cart));
});

test('without a voice for the language the lines are shown, and the preview says so', async (t) => {
  const { client, asked } = await givenMedia(t);
  const french = { ...cart, customer: { locale: 'fr' } };
  const { brief, requiredCredits } = expecting(200, await client.post('commerce/videos', { ...french, dryRun: true }))
    .body as { brief: { limitations: readonly string[] }; requiredCredits: number };
  t.deepEqual(brief.limitations, ['no voice of this deployment speaks fr: the lines are not spoken']);
  t.is(requiredCredits, 10);
  await endOf(client, locationOf(await client.post('commerce/videos', french)));
  t.is(asked('speech').length, 0);
  t.true(asked('clip').some(({ captions }) => (captions as readonly unknown[]).length > 0));
});

test('unbound, off, or with a picture that cannot be read: refused before it costs anything', async (t) => {
  const unbound = await givenMedia(t, { env: { PROVIDER_B: 'none' } });
  for (const more of [{}, { dryRun: true }]) {
    const answer = expecting(503, await unbound.client.post('commerce/videos', { ...cart, ...more }));
    t.is(answer.body['code'], 'provider_unavailable');
  }
  const { capabilities } = (await unbound.client.get('production/capabilities')).body as {
    capabilities: readonly { id: string; configured: boolean }[];
  };
  t.like(
    capabilities.find(({ id }) => id === 'commerce.provider_b'),
    { configured: false },
  );
  t.deepEqual(await unbound.money.moved(), []);
  const off = await givenMedia(t, { env: { COMMERCE_VIDEO_ENABLED: 'false' } });
  t.is(expecting(503, await off.client.post('commerce/videos', cart)).body['code'], 'feature_disabled');
  const { client } = await givenMedia(t);
  const product = { ...cart.product, imageUrl: 'https://localhost/a.png' };
  const refused = expecting(422, await client.post('commerce/videos', { ...cart, product }));
  t.is(refused.body['code'], 'reference_unavailable');
});
