/**
 * A file is hashed before it is read: once for all its readers, no longer than one of them waits, and not again while
 * nothing has changed it. Few files are hashed at once. A file that is swapped afterwards is refused all the same.
 */
import test, { type ExecutionContext } from 'ava';
import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FileSystem, nodeFileSystem } from '../../../../src/adapters/object-store-fs/file-system.ts';
import type { FileObjectStore } from '../../../../src/adapters/object-store-fs/object-store.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { fileObjects } from '../../../support/adapters/file-objects.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const CHUNK = limits.objectReadChunkBytes;

type Opened = {
  readonly store: FileObjectStore;
  readonly root: string;
  /** Opened files that are not closed. */
  readonly open: () => number;
  /** Chunks that were read of files, in order, by their keys. */
  readonly reads: string[];
  /** Lets the next reads wait until `go`. */
  readonly hold: () => void;
  readonly go: () => void;
  readonly later: (ms: number) => void;
};

/** The clock is so far ahead that files are old enough to be remembered, unless `ahead` says otherwise. */
const given = async (
  t: ExecutionContext,
  wrap: (fs: FileSystem) => FileSystem = (fs) => fs,
  ahead = 2 * limits.fileTimeGrainMs,
): Promise<Opened> => {
  const root = join(tempFolder(t), 'objects');
  const reads: string[] = [];
  let [open, offset] = [0, ahead];
  let held: PromiseWithResolvers<void> | undefined;
  const fs = wrap({
    ...nodeFileSystem,
    open: async (path) => {
      const file = await nodeFileSystem.open(path);
      open += 1;
      return {
        ...file,
        read: async (position, length) => {
          reads.push(path.slice(root.length + 1));
          await held?.promise;
          return file.read(position, length);
        },
        close: async () => {
          open -= 1;
          await file.close();
        },
      };
    },
  });
  const clock = { now: () => Date.now() + offset };
  const store = await fileObjects(root, { clock, fs });
  return {
    store,
    root,
    open: () => open,
    reads,
    hold: () => (held = Promise.withResolvers()),
    go: () => {
      held?.resolve();
      held = undefined;
    },
    later: (ms) => (offset += ms),
  };
};

const CHUNKS = 4;

const put = async ({ store }: Opened, workspace: string, fill: string): Promise<string> => {
  const bytes = Buffer.alloc(CHUNKS * CHUNK, fill);
  const key = `${workspace}/assets/${sha256(bytes)}.mp4`;
  await store.put(key, bytes, 'video/mp4');
  return key;
};

/** With one file, of which nothing was read yet. */
const stored = async (...asked: Parameters<typeof given>): Promise<Opened & { readonly key: string }> => {
  const opened = await given(...asked);
  const key = await put(opened, 'ws_1', 'a');
  opened.reads.length = 0;
  return { ...opened, key };
};

/** The first byte, and no more of it. */
const firstByte = async ({ store }: Opened, key: string, signal?: AbortSignal): Promise<number | undefined> => {
  for await (const chunk of store.stream(key, { start: 0, end: 0 }, signal)) return chunk[0];
  return undefined;
};

const codeOf = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error: unknown) => (isFault(error) ? error.code : String(error)),
  );

test('readers at once share one hash of a file, and later ones need none', async (t) => {
  const { key, ...opened } = await stored(t);
  await Promise.all(Array.from({ length: 20 }, async () => firstByte(opened, key)));
  t.is(opened.reads.length, CHUNKS + 20, 'one hash, and the byte of each reader');
  await firstByte(opened, key);
  await firstByte(opened, key);
  t.is(opened.reads.length, CHUNKS + 22);
  t.is(opened.open(), 0);
});

test('a hash ends with the last reader that waits for it', async (t) => {
  const { key, ...opened } = await stored(t);
  opened.hold();
  const gone = new AbortController();
  const readings = Array.from({ length: 5 }, async () => codeOf(firstByte(opened, key, gone.signal)));
  await eventually('a read has begun', () => opened.reads.length === 1);
  gone.abort();
  opened.go();
  t.deepEqual(new Set(await Promise.all(readings)), new Set(['cancelled']));
  t.is(opened.reads.length, 1, 'nothing was read without a reader');
  t.is(await codeOf(firstByte(opened, key, gone.signal)), 'cancelled', 'also of one that had left before');
  t.is(opened.open(), 0);
  t.is(await firstByte(opened, key), 97, 'and the next reader is not harmed');
});

test('a reader that leaves takes no hash from the others, and none is made twice for them', async (t) => {
  const { key, ...opened } = await stored(t);
  opened.hold();
  const [first, second] = [new AbortController(), new AbortController()];
  const firstLeaving = codeOf(firstByte(opened, key, first.signal));
  await eventually('its file is read for all', () => opened.reads.length === 1);
  const secondLeaving = codeOf(firstByte(opened, key, second.signal));
  const staying = firstByte(opened, key);
  await eventually('three readers wait', () => opened.open() === 3);
  first.abort();
  second.abort();
  t.is(await secondLeaving, 'cancelled', 'at once, though the hash goes on');
  const later = firstByte(opened, key);
  await eventually('three readers wait', () => opened.open() === 3);
  opened.go();
  t.deepEqual(await Promise.all([staying, later]), [97, 97]);
  t.is(await firstLeaving, 'cancelled');
  t.is(opened.reads.length, CHUNKS + 2);
  t.is(opened.open(), 0);
});

test('few files are hashed at once, and one of a workspace: a line of one tenant holds up no other', async (t) => {
  const opened = await given(t);
  const many = await Promise.all(Array.from('abcdefgh', async (fill) => put(opened, 'ws_1', fill)));
  const others = await Promise.all(['ws_2', 'ws_3'].map(async (workspace) => put(opened, workspace, 'z')));
  opened.reads.length = 0;
  opened.hold();
  const ended: string[] = [];
  const reading = [...many, ...others].map(async (key) => {
    await firstByte(opened, key);
    ended.push(key);
  });
  await eventually('ten readers wait', () => opened.open() === 10);
  await wait(50);
  t.is(new Set(opened.reads.map((key) => key.split('/')[0])).size, limits.fileHashesMax);
  t.is(opened.reads.length, limits.fileHashesMax);
  opened.go();
  await Promise.all(reading);
  const places = others.map((key) => ended.indexOf(key));
  t.true(Math.max(...places) < 6, `the others were answered at ${places.join(' and ')} of 10`);
});

/** Other bytes of the same length. */
const OTHER = Buffer.alloc(CHUNKS * CHUNK, 'x');

/** Ways to swap a file and to keep all of its times that a program can set. */
const swaps: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'written in place': async (path) => {
    const { atime, mtime } = await stat(path);
    await writeFile(path, OTHER);
    await utimes(path, atime, mtime);
  },
  'renamed into its place': async (path) => {
    const { atime, mtime } = await stat(path);
    await writeFile(`${path}.other`, OTHER);
    await utimes(`${path}.other`, atime, mtime);
    await rename(`${path}.other`, path);
  },
};

for (const [name, swap] of Object.entries(swaps)) {
  test(`a file that was found whole and is swapped is refused: ${name}`, async (t) => {
    const { key, ...opened } = await stored(t);
    t.is(await firstByte(opened, key), 97);
    await swap(join(opened.root, key));
    for (let n = 0; n < 2; n += 1) t.is(await codeOf(firstByte(opened, key)), 'corrupt');
    await put(opened, 'ws_1', 'a');
    t.is(await firstByte(opened, key), 97, 'a put repairs it');
  });

  test(`sabotage: files that are known by size and mtime alone are served when swapped: ${name}`, async (t) => {
    const { key, ...opened } = await stored(t, (fs) => ({
      ...fs,
      open: async (path) => {
        const { size, mtimeMs } = await stat(path);
        return { ...(await fs.open(path)), version: `${size} ${Math.floor(mtimeMs / 1_000)}` };
      },
    }));
    t.is(await firstByte(opened, key), 97);
    await swap(join(opened.root, key));
    t.is(await firstByte(opened, key), 120);
  });
}

test('a file that changed a moment ago is not remembered: its next change may have the same time', async (t) => {
  // Its clock is behind, so the file stays young however slow the test is.
  const { key, ...opened } = await stored(t, undefined, -60_000);
  for (let n = 0; n < 2; n += 1) await firstByte(opened, key);
  t.is(opened.reads.length, 2 * (CHUNKS + 1));
});

test('a file that changes without a trace is found out when its hash is too old', async (t) => {
  const { key, ...opened } = await stored(t, (fs) => ({
    ...fs,
    open: async (path) => ({ ...(await fs.open(path)), version: 'always the same' }),
  }));
  t.is(await firstByte(opened, key), 97);
  await swaps['written in place']?.(join(opened.root, key));
  opened.later(limits.wholeFilesKnownMs / 2);
  t.is(await firstByte(opened, key), 120);
  opened.later(limits.wholeFilesKnownMs);
  t.is(await codeOf(firstByte(opened, key)), 'corrupt');
});

test('a look at an object hashes it anew, and what is worked on is read like what is served', async (t) => {
  const { key, ...opened } = await stored(t);
  await firstByte(opened, key);
  opened.reads.length = 0;
  t.is(await opened.store.inspect(key), 'whole');
  t.is(opened.reads.length, CHUNKS);
  await swaps['written in place']?.(join(opened.root, key));
  t.is(await opened.store.inspect(key), 'changed');
  t.is(await codeOf(Array.fromAsync(opened.store.read(key))), 'corrupt');
});

test('a key that names no content is read as it is', async (t) => {
  const opened = await given(t);
  const path = join(opened.root, 'ws_1/users/u1/r1.png');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'abc');
  t.is(await firstByte(opened, 'ws_1/users/u1/r1.png'), 97);
  t.is(opened.reads.length, 1);
});
