/** Looks at uploads take room: how many there are at once has a bound, for a workspace and for all. */
import test from 'ava';
import type { UploadOffer } from '../../../../commands/upload.ts';
import { createLookAtUpload, type LookDeps } from '../../../../src/application/services/look-at-upload.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { namedPictures, namedSounds } from '../../../support/application/hosts.ts';

const bytes = Buffer.from('sound of rain');

/** A probe that ends when it is told to. */
const givenLooks = () => {
  const going: (() => void)[] = [];
  let most = 0;
  let all = 0;
  const probeStream: LookDeps['probe']['probeStream'] = async (...given) => {
    all += 1;
    await new Promise<void>((resolve) => {
      going.push(resolve);
      most = Math.max(most, going.length);
    });
    return namedSounds.probeStream(...given);
  };
  const objects: LookDeps['objects'] = {
    head: async (key) => Promise.resolve({ key, size: bytes.length, contentType: 'audio/wav' }),
    read: async function* read() {
      yield await Promise.resolve(bytes);
    },
    put: async (key) => Promise.resolve({ key, size: bytes.length, contentType: 'audio/wav' }),
  };
  const look = createLookAtUpload({ objects, pictures: namedPictures, probe: { probeStream } });
  const offerOf = (workspaceId: string, name: string): UploadOffer => ({
    workspaceId,
    category: 'SFX',
    filename: 'rain.wav',
    contentType: 'audio/wav',
    sizeBytes: null,
    key: `${workspaceId}/users/u/${name}.wav`,
    expiresAt: '2026-01-02T03:04:05.000Z',
  });
  /** Ends one look after another, until as many calls have their answer. */
  const done = async <T>(looks: readonly Promise<T>[]): Promise<readonly T[]> => {
    const left = new Set(looks);
    for (const one of looks) one.finally(() => left.delete(one)).catch(() => undefined);
    for (; left.size > 0; going.shift()?.()) await new Promise((resolve) => setImmediate(resolve));
    return Promise.all(looks);
  };
  return { look, offerOf, done, counts: () => ({ most, all }) };
};

const many = Array.from({ length: 12 }, (_, n) => `n${n}`);

test('calls at one moment share one look at an upload', async (t) => {
  const { look, offerOf, done, counts } = givenLooks();
  const found = await done(many.map(async () => look(offerOf('ws_1', 'one'))));
  for (const one of found) t.like(one, { kind: 'asset' });
  t.deepEqual(counts(), { most: 1, all: 1 });
  await done([look(offerOf('ws_1', 'one'))]);
  t.is(counts().all, 2, 'a later call looks anew');
});

test('a workspace has few looks at once, and all workspaces have a bound, too', async (t) => {
  const one = givenLooks();
  await one.done(many.map(async (name) => one.look(one.offerOf('ws_1', name))));
  t.deepEqual(one.counts(), { most: limits.uploadLooksPerWorkspaceMax, all: many.length });
  const all = givenLooks();
  await all.done(many.map(async (name) => all.look(all.offerOf(`ws_${name}`, name))));
  t.deepEqual(all.counts(), { most: limits.uploadMediaAtOnceMax, all: many.length });
});
