/** Files of the real service on a real S3. The bytes of an upload come past the service, and no event tells of them. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { thenRefused } from '../spec/api-spec.ts';
import { realPictureMakers, smallPng } from '../support/engines/real-pictures.ts';
import type { Client } from '../support/http/http-client.ts';
import { bucketOf } from '../support/servers/environment.ts';
import { requireServer } from '../support/servers/require.ts';
import { givenService, type RealService, type RealServiceOptions } from '../support/service/real-service.ts';
import { expecting } from '../support/service/storyboard-calls.ts';

type T = Parameters<typeof givenService>[0];
type Offer = Readonly<Record<'uploadUrl' | 'key' | 'assetId', string>> & {
  readonly headers: Readonly<Record<string, string>>;
};

let quay: Buffer = Buffer.alloc(0);
test.before(async () => {
  quay = await smallPng();
});
const endpoint = requireServer(test, 's3');

const given = async (t: T, url: string, options: RealServiceOptions = {}) => {
  const env = await bucketOf(url, `files-${randomUUID().slice(0, 8)}`);
  const service = await givenService(t, { ...options, env });
  return { service, client: await service.client() };
};

const offered = async (client: Client): Promise<Offer> =>
  expecting(
    200,
    await client.post('storage/upload-url', { filename: 'quay.png', contentType: 'image/png', sizeBytes: quay.length }),
  ).body as unknown as Offer;

const sent = async ({ uploadUrl, headers }: Offer, bytes: Uint8Array, change = {}): Promise<number> => {
  const body = bytes as Uint8Array<ArrayBuffer>;
  const answer = await fetch(uploadUrl, { method: 'PUT', body, headers: { ...headers, ...change } });
  await answer.arrayBuffer();
  return answer.status;
};

const isThere = async ({ core }: RealService, { key }: Offer): Promise<boolean> =>
  (await core.stores.objects.head(key)) !== undefined;

const complete = async (client: Client, { assetId }: Offer) => client.post(`storage/uploads/${assetId}/complete`);

const photosOf = async (client: Client) =>
  (await client.get('storage/assets')).body['photos'] as readonly { readonly id: string; readonly url: string }[];

if (endpoint !== undefined) {
  test('a target takes the signed size and type, once, and its bytes are looked at on complete', async (t) => {
    const { service, client } = await given(t, endpoint);
    const offer = await offered(client);
    thenRefused(t, await complete(client, offer), 409, 'upload_not_sent');
    t.true((await sent(offer, quay.subarray(1))) >= 400);
    t.true((await sent(offer, Buffer.concat([quay, Buffer.of(0)]))) >= 400);
    t.true((await sent(offer, quay, { 'Content-Type': 'text/html' })) >= 400);
    t.true((await sent({ ...offer, uploadUrl: offer.uploadUrl.replace('/users/', '/others/') }, quay)) >= 400);
    t.false(await isThere(service, offer));
    t.is(await sent(offer, quay), 200);
    t.is(await sent(offer, quay), 412, 'a target takes one upload');
    t.is((await fetch(offer.uploadUrl)).status, 403, 'no signature of a PUT is one of a GET');
    t.is((await photosOf(client)).length, 0, 'nothing has looked at it');
    t.like(expecting(200, await complete(client, offer)).body, { asset: { id: offer.assetId } });
    const [photo] = await photosOf(client);
    t.deepEqual(Buffer.from(await (await fetch(photo?.url ?? '')).arrayBuffer()), quay);
  });

  test('bytes that are not what they claimed are refused and removed', async (t) => {
    const { service, client } = await given(t, endpoint);
    const offer = await offered(client);
    t.is(await sent(offer, Buffer.alloc(quay.byteLength, '<svg onload=alert(1)>')), 200);
    t.true(await isThere(service, offer));
    thenRefused(t, await complete(client, offer), 422, 'upload_refused');
    t.false(await isThere(service, offer));
    t.deepEqual(await photosOf(client), []);
  });

  test('an upload that nothing asks for is registered or refused, and each place is emptied', async (t) => {
    const { service, client } = await given(t, endpoint);
    const { uploads } = service.core.services;
    const [whole, broken, unsent] = [await offered(client), await offered(client), await offered(client)];
    t.is(await sent(whole, quay), 200);
    t.is(await sent(broken, Buffer.alloc(quay.byteLength)), 200);
    // As open work does, an hour after the URL has expired; one of which nothing came is awaited before.
    for (const { assetId } of [whole, broken, unsent, unsent]) await uploads.clear(assetId, '2999-01-01T00:00:00.000Z');
    for (const offer of [whole, broken, unsent]) t.false(await isThere(service, offer));
    expecting(200, await complete(client, whole));
    thenRefused(t, await complete(client, broken), 422, 'upload_refused');
    thenRefused(t, await complete(client, unsent), 404, 'upload_not_found');
    t.deepEqual(
      (await photosOf(client)).map(({ id }) => id),
      [whole.assetId],
    );
  });

  test('a downloaded picture has its packet, and the length that was told', async (t) => {
    const { client } = await given(t, endpoint, { makers: await realPictureMakers() });
    expecting(200, await client.post('image/generate', { prompt: 'a quay' }));
    const [job] = (await client.get('jobs?kind=image')).body['jobs'] as readonly { readonly id: string }[];
    const { asset } = expecting(200, await client.get(`download/${job?.id}`)).body as {
      readonly asset: { readonly url: string; readonly sizeBytes: number };
    };
    const bytes = Buffer.from(await (await fetch(asset.url)).arrayBuffer());
    t.is(bytes.byteLength, asset.sizeBytes);
    t.true(bytes.includes(`pi:job="${job?.id}"`));
  });
}
