/** Uploads at every point where a process may die or another one may come first. */
import test, { type ExecutionContext } from 'ava';
import { openWorkProjection } from '../../../../projections/open-work/definition.ts';
import { createUploads, type UploadDeps } from '../../../../src/application/services/uploads.ts';
import { createListAssets } from '../../../../src/application/storage/list-assets.ts';
import {
  createCompleteUpload,
  createOfferUpload,
  createTakeUpload,
} from '../../../../src/application/storage/uploads.ts';
import type { PictureCheck } from '../../../../src/ports/picture-check.ts';
import { Fault, isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { collectionOf } from '../../../../src/kernel/projection.ts';
import { answered } from '../../../support/application/answered.ts';
import { namedMedia, namedPictures, namedSounds } from '../../../support/application/hosts.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { givenWorld } from '../../../support/application/world.ts';

const bytes = Buffer.from('picture of a quay');
const now = '2026-01-02T03:04:05.000Z';
const request = { filename: 'quay.png', contentType: 'image/png', sizeBytes: 17 };
type Objects = UploadDeps['objects'];

/** `doctor` breaks the store as the second process sees it. */
const givenUpload = async (t: ExecutionContext, doctor = (objects: Objects): Partial<Objects> => objects) => {
  const { world, services, ann } = await givenWorld(t);
  const { assetId, key } = await answered(createOfferUpload(services)(ann, request));
  const deps = { ...services, pictures: namedPictures, probe: namedMedia };
  const { objects } = world;
  const other = createUploads({ ...deps, objects: { ...objects, ...doctor(objects) } });
  const types = async () => (await world.events()).map(({ type }) => type).filter((type) => type.startsWith('Upload'));
  const arrive = async () => objects.put(key, bytes, 'image/png');
  // As the supervisor does when it is due.
  const clear = async (by = services.uploads) => by.clear(assetId, new Date(world.time.clock.now()).toISOString());
  return { world, deps, uploads: services.uploads, other, clear, assetId, key, objects, types, arrive };
};

test('nothing is registered before it arrives, and all that arrives is registered once', async (t) => {
  const { uploads, other, assetId, types, arrive } = await givenUpload(t);
  t.is(await uploads.register(assetId), null);
  await arrive();
  const all = await Promise.all([uploads, other, uploads, other].map(async (one) => one.register(assetId)));
  for (const outcome of all) t.like(outcome, { kind: 'registered', asset: { id: assetId } });
  t.deepEqual(await types(), ['UploadOffered', 'UploadRegistered']);
});

test('the library has the asset that complete has answered at once, of another process too', async (t) => {
  const { world, ground, ann } = await givenWorld(t);
  const { assetId, key } = await answered(createOfferUpload(ground)(ann, request));
  await world.objects.put(key, bytes, 'image/png');
  const other = await world.start();
  await world.stopProjector();
  await other.services.uploads.register(assetId);
  await answered(createCompleteUpload(ground)(ann, assetId));
  const { value } = await answered(createListAssets(ground)(ann, {}, { cursor: null, limit: 10 }, { atLeast: null }));
  t.like(value, { photos: [{ id: assetId }] });
});

test('an upload has its asset at its own key alone, and is not looked at for another one', async (t) => {
  const { uploads, assetId, key, types, arrive } = await givenUpload(t);
  const [workspaceId = ''] = key.split('/');
  await arrive();
  const others = [key.replace(workspaceId, 'ws_other'), key.replace(/\.png$/, '.jpg')];
  others.push(key.replace(/users\/[^/]+/, `users/${'0'.repeat(26)}`));
  for (const other of others) t.is(await uploads.keyOf({ key: other, workspaceId, uploadId: assetId }), null, other);
  t.deepEqual(await types(), ['UploadOffered']);
  t.regex((await uploads.keyOf({ key, workspaceId, uploadId: assetId })) ?? '', /\/assets\/[0-9a-f]{64}\.png$/);
});

test('an upload whose bytes another process has removed meanwhile has the outcome of that look', async (t) => {
  for (const content of [bytes, Buffer.from('<script></script>')]) {
    // Between the look at the log and the look at the place another process does all of it.
    const { uploads, other, clear, assetId, key, objects } = await givenUpload(t, ({ head }) => ({
      head: async (at) => {
        await clear();
        return head(at);
      },
    }));
    await objects.put(key, content, 'image/png');
    const outcome = await other.register(assetId);
    t.not(outcome, null);
    t.deepEqual(outcome, await uploads.register(assetId));
  }
});

test('a process that dies before it registers or clears is followed by another one', async (t) => {
  let dead = true;
  const dies = (): never => {
    throw new Fault('unavailable', 'the process of a test died');
  };
  const { other, clear, assetId, key, objects, types, arrive } = await givenUpload(t, ({ put, remove }) => ({
    put: async (...given) => (dead ? dies() : put(...given)),
    remove: async (...given) => (dead ? dies() : remove(...given)),
  }));
  await arrive();
  await t.throwsAsync(other.register(assetId));
  t.deepEqual(await types(), ['UploadOffered']);
  t.not(await objects.head(key), undefined, 'what arrived is still there');
  dead = false;
  t.like(await other.register(assetId), { kind: 'registered' });
  dead = true;
  await t.throwsAsync(clear(other));
  dead = false;
  await clear(other);
  t.is(await objects.head(key), undefined);
  t.deepEqual(await types(), ['UploadOffered', 'UploadRegistered', 'UploadCleared']);
});

const GRACE_MS = limits.uploadUrlTtlSeconds * 1_000 + limits.uploadGraceMs;

test('open-work names the place until it is cleared: after its URL, and a day later where nothing came', async (t) => {
  const { world, clear, types, assetId } = await givenUpload(t);
  const collection = collectionOf(openWorkProjection);
  const found = async () =>
    (await world.documents.query<{ dueAt: string }>({ collection, index: 'byDue', limit: 10 })).documents;
  await eventually('the place is owed', async () => (await found()).length > 0);
  const started = world.time.clock.now();
  const dueMs = async () => Date.parse((await found())[0]?.body.dueAt ?? '') - started;
  t.is(await dueMs(), GRACE_MS);
  t.is((await found())[0]?.id, `upload:${assetId}`);
  await Promise.all([clear(), clear()]);
  await eventually('it is awaited', async () => (await dueMs()) === GRACE_MS + limits.uploadAwaitedMs);
  await world.time.advance(GRACE_MS + limits.uploadAwaitedMs - 1);
  await clear();
  t.deepEqual(await types(), ['UploadOffered', 'UploadAwaited']);
  await world.time.advance(1);
  await clear();
  await eventually('nothing is owed', async () => (await found()).length === 0);
  t.deepEqual(await types(), ['UploadOffered', 'UploadAwaited', 'UploadCleared']);
});

test('bytes that come late are an asset, and leave no byte at their place', async (t) => {
  const { world, uploads, clear, key, objects, arrive, assetId } = await givenUpload(t);
  await world.time.advance(GRACE_MS);
  // S3 takes the end of a slow PUT also long after its URL has expired.
  await clear();
  await arrive();
  t.like(await uploads.register(assetId), { kind: 'registered' });
  await clear();
  t.is(await objects.head(key), undefined);
});

test('bytes that come while their place is emptied for good are told to be nothing, and removed', async (t) => {
  const { world, deps, clear, key, objects, arrive, assetId } = await givenUpload(t);
  await clear();
  await world.time.advance(GRACE_MS + limits.uploadAwaitedMs);
  await clear();
  await arrive();
  t.is(await createTakeUpload(deps).register(assetId), null);
  t.is(await objects.head(key), undefined);
});

const song = { filename: 'song.wav', contentType: 'audio/wav', category: 'SFX' } as const;

/** A sound at its place, for a probe that is late at its first looks. */
const givenSlowLook = async (t: ExecutionContext, lateLooks: number) => {
  const { world, services, ann } = await givenWorld(t);
  const { assetId, key } = await answered(createOfferUpload(services)(ann, song));
  await world.objects.put(key, Buffer.from('sound of rain'), 'audio/wav');
  let looks = 0;
  const probeStream: UploadDeps['probe']['probeStream'] = async (...given) =>
    ++looks <= lateLooks ? { kind: 'refused', why: 'timed_out' } : namedSounds.probeStream(...given);
  const uploads = createUploads({
    ...services,
    objects: world.objects,
    pictures: namedPictures,
    probe: { probeStream },
  });
  const isThere = async () => (await world.objects.head(key)) !== undefined;
  return { uploads, assetId, isThere };
};

test('a look that a busy machine does not end in time is no outcome, and is repeated', async (t) => {
  const { uploads, assetId, isThere } = await givenSlowLook(t, 2);
  t.true(isFault(await t.throwsAsync(uploads.register(assetId)), 'unavailable'));
  await uploads.clear(assetId, now);
  t.true(await isThere());
  t.like(await uploads.register(assetId), { kind: 'registered' });
});

test('a file that no look ends on is refused at the last one', async (t) => {
  const { uploads, assetId, isThere } = await givenSlowLook(t, Infinity);
  await t.throwsAsync(uploads.register(assetId));
  for (const at of [now, '2999-01-01T00:00:00.000Z']) await uploads.clear(assetId, at);
  t.deepEqual((await uploads.read(assetId)).outcome, { kind: 'refused', code: 'timed_out' });
  t.false(await isThere());
});

test('no more bytes of a picture are read than its category takes, whatever its store had told of them', async (t) => {
  let read = 0;
  const endless = async function* endless() {
    for (;;) {
      read += 1_048_576;
      yield await Promise.resolve(Buffer.alloc(1_048_576));
    }
  };
  const { other, assetId, arrive } = await givenUpload(t, () => ({ read: endless }));
  await arrive();
  t.deepEqual(await other.register(assetId), { kind: 'refused', code: 'too_large' });
  t.is(read, 21 * 1_048_576);
});

test('a picture that ends its decoder is refused at the last look; a busy decoder refuses none', async (t) => {
  const unavailable = (detail: Fault['detail']) => async () =>
    Promise.reject(new Fault('unavailable', 'no picture was decoded', { detail }));
  const outcomeOf = async (check: PictureCheck['check']) => {
    const { deps, world, assetId, arrive } = await givenUpload(t);
    await arrive();
    const uploads = createUploads({ ...deps, objects: world.objects, pictures: { check } });
    for (const at of [now, '2999-01-01T00:00:00.000Z']) await uploads.clear(assetId, at).catch(() => undefined);
    return (await uploads.read(assetId)).outcome;
  };
  t.deepEqual(await outcomeOf(unavailable({ ended: 'late' })), { kind: 'refused', code: 'timed_out' });
  t.is(await outcomeOf(unavailable({})), null);
});

test('sabotage: a store that does not remove is found by what stays', async (t) => {
  const { other, clear, key, objects, arrive } = await givenUpload(t, () => ({ remove: async () => undefined }));
  await arrive();
  await clear(other);
  t.not(await objects.head(key), undefined);
});

/** The outcome for a page that was uploaded as a picture, and whether it is still there. */
const pageAsPicture = async (t: ExecutionContext, pictures: PictureCheck) => {
  const { world, assetId, key, deps } = await givenUpload(t);
  await world.objects.put(key, Buffer.from('<script></script>'), 'image/png');
  const outcome = await createUploads({ ...deps, objects: world.objects, pictures }).register(assetId);
  return { outcome, isThere: (await world.objects.head(key)) !== undefined };
};

test('a page that claims to be a picture is refused and removed', async (t) => {
  t.deepEqual(await pageAsPicture(t, namedPictures), {
    outcome: { kind: 'refused', code: 'not_a_picture' },
    isThere: false,
  });
});

test('sabotage: a look that believes the type is found by the page that it registers', async (t) => {
  const check: PictureCheck['check'] = async () => Promise.resolve({ contentType: 'image/png', width: 1, height: 1 });
  t.like(await pageAsPicture(t, { check }), { outcome: { kind: 'registered' }, isThere: true });
});
