/** A call has a folder of its own when it asks for one, and leaves nothing behind. */
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createScratchFolders } from '../../../../src/adapters/system/scratch.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

test('a folder is made when it is asked for, the same one again, and removed with what is in it', async (t) => {
  const root = join(tempFolder(t), 'scratch');
  const folders = createScratchFolders({ root, clock: createClock() });
  const idle = folders.open();
  await idle.remove();
  await t.throwsAsync(stat(root), { code: 'ENOENT' }, 'a call that makes no file makes no folder');

  const [one, other] = [folders.open(), folders.open()];
  const path = await one.folder();
  t.is(await one.folder(), path);
  t.not(await other.folder(), path);
  await writeFile(join(path, 'film.mp4'), 'film');
  await one.remove();
  await one.remove();
  t.deepEqual(await readdir(root), [(await other.folder()).slice(root.length + 1)]);
});

test('folders that crashed calls left are removed when they are old', async (t) => {
  const root = join(tempFolder(t), 'scratch');
  const folders = createScratchFolders({ root, clock: createClock() });
  t.is(await folders.sweep(1_000), 0, 'there is nothing yet');
  for (const name of ['call-old', 'call-young', 'lost+found']) {
    await mkdir(join(root, name), { recursive: true });
    await writeFile(join(root, name, 'film.mp4'), 'film');
  }
  const longAgo = new Date(Date.now() - 7_200_000);
  for (const name of ['call-old', 'lost+found']) await utimes(join(root, name), longAgo, longAgo);
  t.is(await folders.sweep(3_600_000), 1);
  t.deepEqual((await readdir(root)).toSorted(), ['call-young', 'lost+found'], 'a folder of the system is not ours');
});

test('a folder that cannot be made is unavailable', async (t) => {
  const file = join(tempFolder(t), 'file');
  await writeFile(file, '');
  const scratch = createScratchFolders({ root: join(file, 'scratch'), clock: createClock() }).open();
  const error = await t.throwsAsync(scratch.folder(), {
    message: 'the scratch folder cannot be used: a file is where a folder should be',
  });
  t.true(isFault(error, 'unavailable'));
  await scratch.remove();
});
