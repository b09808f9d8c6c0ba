/** Uploads of the real service: a file goes to its URL, is looked at, and is used like any asset of the workspace. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { sha256 } from '../../src/kernel/canonical-json.ts';
import { limits } from '../../src/kernel/limits.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { hostsOf } from '../support/application/hosts.ts';
import { mediaMakers } from '../support/engines/media-engines.ts';
import { m4a, mp3, wav, webm } from '../support/engines/media-files.ts';
import { png } from '../support/engines/pictures.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import type { Client } from '../support/http/http-client.ts';
import { givenService, type RealService, type RealServiceOptions } from '../support/service/real-service.ts';
import { endOf, locationOf } from '../support/service/media-calls.ts';
import { createProject, expecting, generated, planProject } from '../support/service/storyboard-calls.ts';
import { madeWorkspace } from '../support/service/workspace-of.ts';

type Offer = Readonly<Record<'uploadUrl' | 'key' | 'assetId' | 'method' | 'expiresAt', string>> & {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
};

const quay = await png(({ x, noise }) => x * noise);
const picture = { filename: 'quay.png', contentType: 'image/png', sizeBytes: quay.byteLength };
const song = wav(16 * 2_000);
const tune = mp3(100);
const voice = await m4a();
const film = await webm({ width: 320, height: 180 });

const given = async (t: ExecutionContext, options: RealServiceOptions = {}) => {
  const service = await givenService(t, options);
  return { service, client: await service.client() };
};

const offered = async (client: Client, body: object): Promise<Offer> =>
  expecting(200, await client.post('storage/upload-url', body)).body as unknown as Offer;

const sent = async ({ uploadUrl, headers }: Offer, bytes: Uint8Array, more: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(uploadUrl, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { ...headers, ...more },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const uploaded = async (client: Client, body: object, bytes: Uint8Array): Promise<Offer> => {
  const offer = await offered(client, body);
  const { status, body: answer } = await sent(offer, bytes);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`);
  return offer;
};

const listed = async (client: Client) => (await client.get('storage/assets')).body as Record<string, readonly object[]>;
const isThere = async ({ core }: RealService, { key }: Offer): Promise<boolean> =>
  (await core.stores.objects.head(key)) !== undefined;

test('a picture is uploaded, listed under its id and name, and shown by its URL', async (t) => {
  const { client } = await given(t);
  const offer = await offered(client, { ...picture, filename: '../../home/quay.png' });
  t.like(offer, { method: 'PUT', category: 'PHOTOS', maxBytes: 20 * 1_048_576 });
  t.regex(offer.key, /^ws_[0-9a-z]{26}\/users\/[0-9a-z]{26}\/ast_[0-9a-z]{26}\.png$/);
  const leftMs = Date.parse(offer.expiresAt) - Date.now();
  t.true(leftMs > 800_000 && leftMs <= 901_000);
  t.like(await sent(offer, quay), { status: 200, body: { ok: true, assetId: offer.assetId } });
  const { photos } = (await listed(client)) as { photos: readonly Record<string, unknown>[] };
  const [photo = {}] = photos;
  t.like(photo, { id: offer.assetId, filename: 'quay.png', contentType: 'image/png', sizeBytes: quay.byteLength });
  t.false('jobId' in photo);
  t.true(Buffer.from(await (await fetch(String(photo['url']))).arrayBuffer()).equals(quay));
  const again = expecting(200, await client.post(`storage/uploads/${offer.assetId}/complete`));
  t.like(again.body, { asset: { id: offer.assetId, filename: 'quay.png' } });
  t.is((await sent(offer, quay)).status, 409, 'a URL takes one upload');
  t.is((await fetch(offer.uploadUrl)).status, 404, 'no signature of a PUT is one of a GET');
});

test('an upload is a reference picture, a start frame and a preview, to its tenant alone', async (t) => {
  const calls: EngineCall[] = [];
  const makers = quickMakers(quickEngine({ onCall: (call) => void calls.push(call) }));
  const { service, client } = await given(t, { makers });
  const { uploadUrl } = await uploaded(client, picture, quay);
  const onIt = { continuityMode: 'master_reference', referenceImageUrls: [uploadUrl] };
  const planned = await planProject(client, await createProject(client, ['one'], onIt));
  t.deepEqual(planned.answer.body['blockers'], []);
  t.notRegex(JSON.stringify(planned.answer.body), /signature/);
  t.is((await generated(client, planned)).job.status, 'completed');
  t.deepEqual(calls[0]?.references, [sha256(quay)]);
  const preview = (who: Client) => who.get(`storage/preview?url=${encodeURIComponent(uploadUrl)}`);
  t.true(expecting(200, await preview(client)).bytes.equals(quay));
  const bob = await service.client('bob');
  thenRefused(t, await preview(bob), 400, 'url_not_allowed');
  const theirs = await planProject(bob, await createProject(bob, ['one'], onIt));
  t.like(theirs.answer.body, { blockers: [{ code: 'reference_unavailable' }] });
});

test('a sound is uploaded for a film, and each category has its place in the library', async (t) => {
  const { client } = await given(t, { makers: mediaMakers(), outbound: hostsOf({}) });
  const files: readonly (readonly [string, string, Uint8Array, string])[] = [
    ['MUSIC', 'audio/mpeg', tune, 'music'],
    ['SFX', 'audio/wav', song, 'music'],
    ['VOICES', 'audio/mp4', voice, 'voices'],
    ['VIDEOS', 'video/webm', film, 'videos'],
  ];
  let last = '';
  for (const [category, contentType, bytes, group] of files) {
    const body = { category, contentType, filename: 'a file', sizeBytes: bytes.byteLength };
    const { assetId, uploadUrl } = await uploaded(client, body, bytes);
    t.is((await listed(client))[group]?.filter((one) => (one as { id: string }).id === assetId).length, 1, category);
    if (category === 'SFX') last = uploadUrl;
  }
  const body = { title: 'A', prompt: 'Rain.', input_modality: 'audio_to_video', source_audio_url: last };
  const started = await client.post('video/create-job', body);
  expecting(202, started);
  t.is((await endOf(client, locationOf(started))).job.status, 'completed');
});

test('bytes that are not what they claimed are refused and removed', async (t) => {
  const { client, service } = await given(t);
  const rows: readonly (readonly [object, Uint8Array, string])[] = [
    [picture, Buffer.alloc(quay.byteLength, '<svg onload=alert(1)>'), 'not_a_picture'],
    [{ ...picture, contentType: 'image/jpeg' }, quay, 'type_differs'],
    [{ filename: 'a', contentType: 'image/png' }, quay.subarray(0, 100), 'not_a_picture'],
    [{ filename: 'a', contentType: 'audio/mpeg', category: 'MUSIC' }, song, 'type_differs'],
    [{ filename: 'a', contentType: 'video/mp4', category: 'VIDEOS' }, voice, 'type_differs'],
    [{ filename: 'a', contentType: 'audio/webm', category: 'SFX' }, film, 'type_differs'],
    [{ filename: 'a', contentType: 'audio/wav', category: 'SFX' }, Buffer.from('<html></html>'), 'unknown_format'],
  ];
  for (const [body, bytes, code] of rows) {
    const offer = await offered(client, body);
    t.like(await sent(offer, bytes), { status: 422, body: { code: 'upload_refused', details: { code } } }, code);
    t.false(await isThere(service, offer), code);
    thenRefused(t, await client.post(`storage/uploads/${offer.assetId}/complete`), 422, 'upload_refused');
    t.is((await sent(offer, bytes)).status, 409);
  }
  t.deepEqual((await listed(client))['photos'], []);
});

/** By a client that sends what it is told; its body may be chunked or broken off. */
const raw = async ({ uploadUrl, headers }: Offer, change: object, bytes: Uint8Array, end = true): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request(uploadUrl, { method: 'PUT', headers: { ...headers, ...change } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    if (end) call.end(bytes);
    else call.write(bytes, () => call.destroy(new Error('broken off')));
  });

test('a URL takes what it was signed for: no other size, type, form, method or target', async (t) => {
  const { client, service } = await given(t);
  const offer = await offered(client, picture);
  const one = Buffer.concat([quay, Buffer.of(0)]);
  t.is((await sent(offer, one)).status, 413);
  t.is((await sent(offer, quay.subarray(1))).status, 400);
  t.is((await sent(offer, quay, { 'Content-Type': 'text/html' })).status, 400);
  t.is(await raw(offer, { 'Transfer-Encoding': 'chunked' }, quay), 400);
  const post = await fetch(offer.uploadUrl, { method: 'POST', body: 'x', headers: offer.headers });
  t.true(post.status === 404 || post.status === 405);
  for (const forged of [
    offer.uploadUrl.replace(/size=\d+/, 'size=99999'),
    offer.uploadUrl.replace(/expires=\d/, 'expires=9'),
    offer.uploadUrl.replace('/users/', '/others/'),
    offer.uploadUrl.replace(/\/users\/[^?]+/, `/assets/${'0'.repeat(64)}.png`),
    offer.uploadUrl.replace(/\?.*$/, ''),
  ]) {
    t.is((await sent({ ...offer, uploadUrl: forged }, quay)).status, 404, forged);
  }
  await t.throwsAsync(raw(offer, { 'Content-Length': quay.byteLength }, quay.subarray(0, 50), false));
  t.false(await isThere(service, offer));
  thenRefused(t, await client.post(`storage/uploads/${offer.assetId}/complete`), 409, 'upload_not_sent');
  t.is((await sent(offer, quay)).status, 200, 'none of it has used the URL up');
});

test('a size that is not named is the category’s at most, and a larger one is not offered', async (t) => {
  const { client } = await given(t);
  t.is((await sent(await offered(client, { filename: 'a', contentType: 'image/png' }), quay)).status, 200);
  const sizes = { PHOTOS: ['image/png', 20], VIDEOS: ['video/mp4', 500], VOICES: ['audio/wav', 100] } as const;
  for (const [category, [contentType, MB]] of Object.entries(sizes)) {
    const body = { filename: 'a', category, contentType };
    await offered(client, { ...body, sizeBytes: MB * 1_048_576 });
    // 1e16 is no integer that clients share exactly, and a size all the same.
    for (const sizeBytes of [MB * 1_048_576 + 1, Number.MAX_SAFE_INTEGER, 1e16]) {
      const larger = await client.post('storage/upload-url', { ...body, sizeBytes });
      thenRefused(t, larger, 413, 'file_too_large', `${category} ${sizeBytes}`);
    }
  }
});

test('bytes that no process looked at are registered by complete; their place is emptied later', async (t) => {
  const { client, service } = await given(t);
  const { uploads } = service.core.services;
  const offer = await offered(client, picture);
  // As on an object store with a server of its own: the bytes are there, and no event says so.
  await service.core.stores.objects.put(offer.key, quay, 'image/png');
  t.deepEqual((await listed(client))['photos'], []);
  const { body } = expecting(200, await client.post(`storage/uploads/${offer.assetId}/complete`));
  t.like(body, { asset: { id: offer.assetId, sizeBytes: quay.byteLength } });
  const { assetId } = await offered(client, picture);
  // The second one was never sent: it is awaited, and then over.
  for (const id of [offer.assetId, assetId, assetId]) await uploads.clear(id, '2999-01-01T00:00:00.000Z');
  t.false(await isThere(service, offer));
  thenRefused(t, await client.post(`storage/uploads/${assetId}/complete`), 404, 'upload_not_found');
  t.like(await uploads.read(offer.assetId), { cleared: true, outcome: { kind: 'registered' } });
  t.is((await listed(client))['photos']?.length, 1, 'its asset stays');
});

/** The head of a PUT, and none of its bytes. */
const stalled = (t: ExecutionContext, { uploadUrl, headers }: Offer, size: number): void => {
  const { host, hostname, port, pathname, search } = new URL(uploadUrl);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': size }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.on('error', () => undefined).write(`PUT ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  t.teardown(() => socket.destroy());
};

test('one user that sends nothing leaves the others their places, in however many workspaces', async (t) => {
  const { service, client } = await given(t);
  const mallory = await service.client('mallory');
  const sizeBytes = 500 * 1_048_576;
  const video = { filename: 'a.mp4', contentType: 'video/mp4', category: 'VIDEOS', sizeBytes };
  for (let n = 0; n < limits.uploadsAtOnceMax / limits.uploadsAtOncePerWorkspaceMax; n += 1) {
    const within = mallory.within(await madeWorkspace(mallory));
    for (let m = 0; m < limits.uploadsAtOncePerWorkspaceMax; m += 1)
      stalled(t, await offered(within, video), sizeBytes);
  }
  await wait(200);
  t.is((await sent(await offered(client, picture), quay)).status, 200);
});
