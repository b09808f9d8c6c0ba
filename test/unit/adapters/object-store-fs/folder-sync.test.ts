import test from 'ava';
import { createFolderSync, type FolderSync } from '../../../../src/adapters/object-store-fs/folder-sync.ts';
import { isFault } from '../../../../src/kernel/faults.ts';

/** Syncs that end when the test says so; each remembers the names that it covers. */
const createFolder = () => {
  const names: string[] = [];
  const calls: { covers: string[]; end: PromiseWithResolvers<void> }[] = [];
  const syncFolder = async (): Promise<void> => {
    const end = Promise.withResolvers<void>();
    calls.push({ covers: [...names], end });
    await end.promise;
  };
  return { names, calls, syncFolder };
};

const turn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whether each of ten writers is answered by a sync that covers it; most come while one is under way. */
const allCovered = async (create: (fs: { syncFolder: () => Promise<void> }) => FolderSync): Promise<boolean> => {
  const folder = createFolder();
  const sync = create(folder);
  const covered = new Set<string>();
  let uncovered = 0;
  const writer = async (name: string): Promise<void> => {
    folder.names.push(name);
    await sync('/folder');
    if (!covered.has(name)) uncovered += 1;
  };
  const finish = async (): Promise<void> => {
    const call = folder.calls.shift();
    for (const name of call?.covers ?? []) covered.add(name);
    call?.end.resolve();
    await turn();
  };
  const writers: Promise<void>[] = [];
  for (let i = 0; i < 10; i += 1) {
    writers.push(writer(`file ${i}`));
    await turn();
    if (i % 3 === 2) await finish();
  }
  while (folder.calls.length > 0) await finish();
  await Promise.all(writers);
  return uncovered === 0;
};

test('a waiting writer is answered by a sync that began after it came', async (t) => {
  t.true(await allCovered(createFolderSync));
});

test('sabotage: joining the sync that is under way covers no later writer', async (t) => {
  const joining = ({ syncFolder }: { syncFolder: () => Promise<void> }): FolderSync => {
    let running: Promise<void> | undefined;
    return async () => {
      running ??= syncFolder().finally(() => {
        running = undefined;
      });
      return running;
    };
  };
  t.false(await allCovered(joining));
});

test('all writers that come while one is under way share the next', async (t) => {
  const folder = createFolder();
  const sync = createFolderSync(folder);
  const all = Array.from({ length: 50 }, async () => sync('/folder'));
  await turn();
  t.is(folder.calls.length, 1);
  folder.calls[0]?.end.resolve();
  await turn();
  t.is(folder.calls.length, 2);
  folder.calls[1]?.end.resolve();
  await Promise.all(all);
  t.is(folder.calls.length, 2);
  const late = sync('/folder');
  await turn();
  t.is(folder.calls.length, 3);
  folder.calls[2]?.end.resolve();
  await late;
});

test('after a failed sync no other is tried: it would lie', async (t) => {
  const folder = createFolder();
  const sync = createFolderSync(folder);
  const first = sync('/folder');
  const second = sync('/folder');
  await turn();
  folder.calls[0]?.end.reject(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fsync' }));
  t.true(isFault(await t.throwsAsync(first), 'unavailable'));
  t.true(isFault(await t.throwsAsync(second), 'unavailable'));
  t.true(isFault(await t.throwsAsync(sync('/another')), 'unavailable'));
  t.is(folder.calls.length, 1);
});
