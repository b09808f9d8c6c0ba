/**
 * An acknowledged file survives a power loss at any moment, and any other is whole or absent. Then each sync is taken
 * away in turn, and the same check must fail: no fsync is there for nothing, and none is missing.
 */
import test from 'ava';
import type { FileSystem } from '../../../../src/adapters/object-store-fs/file-system.ts';
import type { FileObjectStore } from '../../../../src/adapters/object-store-fs/object-store.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { fileObjects } from '../../../support/adapters/file-objects.ts';
import { createPowerLossFs, type PowerLossFs, type UnsyncedName } from '../../../support/adapters/power-loss-fs.ts';

const ROOT = '/data/objects';

const open = async (fs: FileSystem): Promise<FileObjectStore> => fileObjects(ROOT, { fs });

type Item = { readonly key: string; readonly bytes: Uint8Array };

const item = (workspace: string, text: string): Item => {
  const bytes = Buffer.from(JSON.stringify({ text }));
  return { key: `${workspace}/artifacts/${sha256(bytes)}`, bytes };
};

/** Two workspaces, some puts at once, some after them, one key several times, one upload. */
const work = async (store: FileObjectStore, acknowledged: Map<string, Item>): Promise<void> => {
  const put = async (one: Item): Promise<void> => {
    await store.put(one.key, one.bytes, 'application/json');
    acknowledged.set(one.key, one);
  };
  await put(item('ws_a', 'first'));
  // All settle before the first failure is told, so that nothing is acknowledged behind the back of the check.
  const round = [item('ws_a', 'second'), item('ws_b', 'third'), item('ws_b', 'third')];
  const failed = (await Promise.allSettled(round.map(put))).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  await put(item('ws_a', 'first'));
  const upload = { key: 'ws_a/users/u1/r1.png', bytes: Buffer.from('not really a picture') };
  await store.receive(
    { method: 'PUT', key: upload.key, contentType: 'image/png', sizeMax: 100, expiresAt: 0 },
    (async function* body() {
      yield upload.bytes.subarray(0, 5);
      yield upload.bytes.subarray(5);
    })(),
  );
  acknowledged.set(upload.key, upload);
};

/** Each way in which the disk may treat names that no fsync covers. */
const luck: readonly (readonly [string, UnsyncedName])[] = [
  ['no unsynced name survives', () => false],
  ['all unsynced names survive', () => true],
  ['some do', (path) => sha256(path) < '8'],
  ['the others do', (path) => sha256(path) >= '8'],
];

/** The damage after the power came back, in words; empty if all is well. */
const damageAfter = async (disk: PowerLossFs, acknowledged: ReadonlyMap<string, Item>): Promise<string[]> => {
  const damage: string[] = [];
  for (const [name, survives] of luck) {
    const found = disk.powerLoss(survives);
    const store = await open(found.fs);
    const wholeOrAbsent = [item('ws_a', 'first'), item('ws_a', 'second'), item('ws_b', 'third')];
    for (const one of [...acknowledged.values(), ...wholeOrAbsent]) {
      const bytes = await store.get(one.key).catch((error: unknown) => error);
      if (bytes instanceof Uint8Array ? Buffer.compare(bytes, one.bytes) !== 0 : !isFault(bytes, 'not_found')) {
        damage.push(`${name}: ${one.key} is torn`);
      } else if (!(bytes instanceof Uint8Array) && acknowledged.has(one.key)) {
        damage.push(`${name}: ${one.key} is lost`);
      }
    }
  }
  return damage;
};

type Wrapper = (fs: FileSystem) => FileSystem;
const honest: Wrapper = (fs) => fs;

/** Takes the power away at each step in turn until a run needs no more steps. */
const damageAtAnyStep = async (wrap: Wrapper): Promise<string[]> => {
  const damage: string[] = [];
  for (let lossAt = 1; ; lossAt += 1) {
    const disk = createPowerLossFs({ lossAt });
    const acknowledged = new Map<string, Item>();
    const outcome = await open(wrap(disk.fs))
      .then(async (store) => work(store, acknowledged))
      .catch((error: unknown) => error);
    damage.push(...(await damageAfter(disk, acknowledged)).map((one) => `at step ${lossAt}, ${one}`));
    if (outcome === undefined) return damage;
    if (!isFault(outcome, 'unavailable')) throw new Error('not by the loss of power', { cause: outcome });
  }
};

test('nothing that was acknowledged is lost, and nothing is torn, whenever the power goes', async (t) => {
  t.deepEqual(await damageAtAnyStep(honest), []);
});

const withoutDatasync: Wrapper = (fs) => ({
  ...fs,
  create: async (path) => ({ ...(await fs.create(path)), datasync: async () => undefined }),
});

const withoutFolderSync =
  (ignored: (path: string) => boolean): Wrapper =>
  (fs) => ({ ...fs, syncFolder: async (path) => (ignored(path) ? undefined : fs.syncFolder(path)) });

const sabotages: readonly (readonly [string, Wrapper])[] = [
  ['the content is not synced', withoutDatasync],
  ['the folder of an artifact is not synced', withoutFolderSync((path) => path.endsWith('/artifacts'))],
  ['the folder of an upload is not synced', withoutFolderSync((path) => path.includes('/users/'))],
  ['the folder of upload folders is not synced', withoutFolderSync((path) => path.endsWith('/users'))],
  ['the folder of a workspace is not synced', withoutFolderSync((path) => /\/ws_.$/.test(path))],
  ['the folder of all objects is not synced', withoutFolderSync((path) => path === ROOT)],
  ['the folder above it is not synced', withoutFolderSync((path) => path === '/data')],
  ['the folder above that is not synced', withoutFolderSync((path) => path === '/')],
  [
    'the name is given before the content is synced',
    (fs) => {
      const late = new Map<string, () => Promise<void>>();
      return {
        ...fs,
        create: async (path) => {
          const file = await fs.create(path);
          late.set(path, file.datasync);
          return { ...file, datasync: async () => undefined };
        },
        rename: async (from, to) => {
          await fs.rename(from, to);
          await late.get(from)?.();
        },
      };
    },
  ],
];

for (const [name, sabotage] of sabotages) {
  test(`sabotage: ${name}`, async (t) => {
    t.not((await damageAtAnyStep(sabotage)).length, 0);
  });
}

/** One process dies between rename and sync of the folder. Another is asked for the same key, then the power goes. */
const damageAfterTakeover = async (wrap: Wrapper): Promise<string[]> => {
  const disk = createPowerLossFs();
  const one = item('ws_a', 'first');
  await open(disk.fs);
  await disk.fs.makeFolder(`${ROOT}/ws_a`);
  await disk.fs.makeFolder(`${ROOT}/ws_a/artifacts`);
  const draft = await disk.fs.create(`${ROOT}/ws_a/artifacts/.draft.part`);
  await draft.write(one.bytes);
  await draft.datasync();
  await disk.fs.rename(`${ROOT}/ws_a/artifacts/.draft.part`, `${ROOT}/${one.key}`);

  const alive = await open(wrap(disk.fs));
  await alive.put(one.key, one.bytes, 'application/json');
  return damageAfter(disk, new Map([[one.key, one]]));
};

test('a key that is found is made durable before it is acknowledged', async (t) => {
  t.deepEqual(await damageAfterTakeover(honest), []);
});

for (const [name, sabotage] of [
  ['the folder of the key', withoutFolderSync((path) => path.endsWith('/artifacts'))],
  ['the folder of its workspace', withoutFolderSync((path) => path.endsWith('/ws_a'))],
  ['the folder of all objects', withoutFolderSync((path) => path === ROOT)],
] as const) {
  test(`sabotage: a key that is found is believed, ${name} is not synced`, async (t) => {
    t.not((await damageAfterTakeover(sabotage)).length, 0);
  });
}

/** Whether an object is there after its removal was acknowledged and the power went. */
const isBackAfterRemoval = async (wrap: Wrapper): Promise<boolean> => {
  const disk = createPowerLossFs();
  const one = item('ws_a', 'first');
  await (await open(disk.fs)).put(one.key, one.bytes, 'application/json');
  await (await open(wrap(disk.fs))).remove(one.key);
  const found = await open(disk.powerLoss(() => false).fs);
  return (await found.head(one.key)) !== undefined;
};

test('an object that was removed stays away when the power goes', async (t) => {
  t.false(await isBackAfterRemoval(honest));
});

test('sabotage: a removal whose folder is not synced is undone by a power loss', async (t) => {
  t.true(await isBackAfterRemoval(withoutFolderSync((path) => path.endsWith('/artifacts'))));
});
