import test, { type ExecutionContext } from 'ava';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileSystem, nodeFileSystem } from '../../../../src/adapters/object-store-fs/file-system.ts';
import type { FileObjectStore } from '../../../../src/adapters/object-store-fs/object-store.ts';
import { sha256 } from '../../../../src/kernel/canonical-json.ts';
import { BrokenInvariant, isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Turns } from '../../../../src/ports/basics.ts';
import { fileObjects } from '../../../support/adapters/file-objects.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

type Opened = { readonly store: FileObjectStore; readonly root: string };

const open = async (
  t: ExecutionContext,
  wrap: (fs: FileSystem) => FileSystem = (fs) => fs,
  turns?: Turns,
): Promise<Opened> => {
  const root = join(tempFolder(t), 'objects');
  return { store: await fileObjects(root, { fs: wrap(nodeFileSystem), ...(turns && { turns }) }), root };
};

const bytes = Buffer.from('{"a":1}');
const key = `ws_1/artifacts/${sha256(bytes)}`;
const put = async ({ store }: Opened): Promise<unknown> => store.put(key, bytes, 'application/json');

const filesUnder = async (root: string): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

test('an object is a plain file under its key, for its owner only', async (t) => {
  const opened = await open(t);
  await put(opened);
  const path = join(opened.root, key);
  t.is(Buffer.compare(await readFile(path), bytes), 0);
  t.is((await stat(path)).mode & 0o777, 0o600);
  t.deepEqual(await filesUnder(opened.root), [key]);
});

test('a key of another form, or with another type than its extension, is a bug', async (t) => {
  const { store, root } = await open(t);
  const wrong: [string, string][] = [
    ['ws_1/assets/a.png', 'image/jpeg'],
    ['ws_1/assets/a', 'image/png'],
    ['ws_1/assets/a.json', 'application/json'],
    ['ws_1/assets/a.svg', 'image/svg+xml'],
    ['ws_1/assets/a.html', 'text/html'],
    ['ws_1/assets/a.png', 'image/png; charset=x'],
    ['ws_1/a.png', 'image/png'],
    ['../ws_1/assets/a.png', 'image/png'],
    ['ws_1/../assets/a.png', 'image/png'],
    ['/ws_1/assets/a.png', 'image/png'],
    ['ws_1//assets/a.png', 'image/png'],
    ['ws_1/assets/.a.png', 'image/png'],
    ['ws_1/assets/a.tar.png', 'image/png'],
    ['ws_1/assets/A.png', 'image/png'],
    ['ws_1/assets/a\u0000.png', 'image/png'],
    ['ws_1/assets/a.png\n', 'image/png'],
    ['ws_1\\assets\\b/c/a.png', 'image/png'],
    ['ws_1/assets/__proto__.constructor', 'application/json'],
    [`ws_1/assets/${'a'.repeat(limits.objectKeyCharsMax)}.png`, 'image/png'],
  ];
  for (const [name, type] of wrong) {
    await t.throwsAsync(store.put(name, bytes, type), { instanceOf: BrokenInvariant }, name);
    t.throws(() => store.signPut(name, { contentType: type, sizeMax: 1 }, 60), { instanceOf: BrokenInvariant }, name);
  }
  t.throws(() => store.signGet('../x', 60), { instanceOf: BrokenInvariant });
  await t.throwsAsync(store.put(`ws_1/artifacts/${sha256('other')}`, bytes, 'application/json'), {
    instanceOf: BrokenInvariant,
  });
  t.deepEqual(await filesUnder(root), []);
});

test('bytes that are not what was stored are corrupt, not data', async (t) => {
  const opened = await open(t);
  await put(opened);
  const path = join(opened.root, key);
  await writeFile(path, '{"a":2}');
  t.true(isFault(await t.throwsAsync(opened.store.get(key)), 'corrupt'));
  await truncate(path, 3);
  t.true(isFault(await t.throwsAsync(opened.store.get(key)), 'corrupt'));
  // The next put of the same content mends what was cut.
  await put(opened);
  t.is(Buffer.compare(await opened.store.get(key), bytes), 0);
});

test('a folder or a pipe in the place of an object is no object, and holds up no reader', async (t) => {
  const opened = await open(t);
  const path = join(opened.root, key);
  await mkdir(path, { recursive: true });
  t.is(await opened.store.inspect(key), 'missing');
  t.true(isFault(await t.throwsAsync(opened.store.get(key)), 'not_found'));
  await rm(path, { recursive: true });
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [path]);
  t.is(await opened.store.inspect(key), 'missing');
  t.true(isFault(await t.throwsAsync(opened.store.get(key)), 'not_found'));
});

const failing = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'test' });

test('a disk that refuses is unavailable, and leaves no draft', async (t) => {
  const refusals: [string, (fs: FileSystem) => FileSystem][] = [
    ['makeFolder', (fs) => ({ ...fs, makeFolder: failOn('/ws_1', fs.makeFolder) })],
    ['create', (fs) => ({ ...fs, create: async () => Promise.reject(failing('EMFILE')) })],
    ['write', (fs) => withFile(fs, { write: async () => Promise.reject(failing('ENOSPC')) })],
    ['datasync', (fs) => withFile(fs, { datasync: async () => Promise.reject(failing('EIO')) })],
    ['rename', (fs) => ({ ...fs, rename: async () => Promise.reject(failing('EIO')) })],
  ];
  for (const [name, wrap] of refusals) {
    const opened = await open(t, wrap);
    t.true(isFault(await t.throwsAsync(put(opened)), 'unavailable'), name);
    t.deepEqual(await filesUnder(opened.root), [], name);
    t.is(await opened.store.head(key), undefined, name);
  }
});

const failOn =
  (end: string, call: (path: string) => Promise<void>) =>
  async (path: string): Promise<void> =>
    path.endsWith(end) ? Promise.reject(failing('EROFS')) : call(path);

const withFile = (fs: FileSystem, broken: object): FileSystem => ({
  ...fs,
  create: async (path) => ({ ...(await fs.create(path)), ...broken }),
});

test('after a failed sync of a folder nothing more is acknowledged, but reads go on', async (t) => {
  let fail = false;
  const opened = await open(t, (fs) => ({
    ...fs,
    syncFolder: async (path) => (fail ? Promise.reject(failing('EIO')) : fs.syncFolder(path)),
  }));
  await put(opened);
  fail = true;
  const other = Buffer.from('{"b":2}');
  const otherKey = `ws_1/artifacts/${sha256(other)}`;
  for (let i = 0; i < 3; i += 1) {
    t.true(isFault(await t.throwsAsync(opened.store.put(otherKey, other, 'application/json')), 'unavailable'));
    fail = false;
  }
  t.is(Buffer.compare(await opened.store.get(key), bytes), 0);
});

test('a folder that was removed under us is made again', async (t) => {
  const opened = await open(t);
  await put(opened);
  await rm(join(opened.root, 'ws_1'), { recursive: true });
  await t.throwsAsync(put(opened));
  await put(opened);
  t.is(Buffer.compare(await opened.store.get(key), bytes), 0);
});

test('a folder of objects that cannot be used is unavailable at once', async (t) => {
  const folder = tempFolder(t);
  await writeFile(join(folder, 'file'), '');
  const error = await t.throwsAsync(fileObjects(join(folder, 'file', 'objects')));
  t.true(isFault(error, 'unavailable'));
});

test('stream gives all, or the range that was asked', async (t) => {
  const { store } = await open(t);
  const long = Buffer.from(Array.from({ length: limits.objectReadChunkBytes * 2 + 17 }, (_, i) => i % 251));
  const name = `ws_1/assets/${sha256(long)}.mp4`;
  await store.put(name, long, 'video/mp4');
  const read = async (range?: { start: number; end: number }): Promise<Buffer> =>
    Buffer.concat(await Array.fromAsync(store.stream(name, range)));
  t.is(Buffer.compare(await read(), long), 0);
  for (const [start, end] of [
    [0, 0],
    [5, 5],
    [limits.objectReadChunkBytes - 1, limits.objectReadChunkBytes],
    [long.length - 1, long.length + 100],
    [3, long.length - 2],
  ] as const) {
    t.is(Buffer.compare(await read({ start, end }), long.subarray(start, end + 1)), 0, `${start}-${end}`);
  }
  t.is((await read({ start: long.length, end: long.length + 1 })).length, 0);
  t.true(isFault(await t.throwsAsync(Array.fromAsync(store.stream('ws_1/assets/00.mp4'))), 'not_found'));
});

const grant = (name: string) =>
  ({ method: 'PUT', key: name, contentType: 'image/png', sizeMax: 10, expiresAt: 0 }) as const;

async function* chunks(...texts: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield Buffer.from(text);
  }
}

test('an upload that breaks off or grows too large leaves nothing, and may be sent again', async (t) => {
  const { store, root } = await open(t);
  const name = 'ws_1/users/u1/r1.png';
  const broken = new Error('socket hang up');
  t.is(await t.throwsAsync(store.receive(grant(name), chunks('123', broken))), broken);
  t.true(isFault(await t.throwsAsync(store.receive(grant(name), chunks('12345', '67890', '1'))), 'too_large'));
  t.deepEqual(await filesUnder(root), []);
  t.deepEqual(await store.receive(grant(name), chunks('12345', '67890')), {
    key: name,
    size: 10,
    contentType: 'image/png',
  });
  t.is(Buffer.from(await store.get(name)).toString(), '1234567890');
});

test('of several uploads to one key at once, one is taken whole', async (t) => {
  const { store, root } = await open(t);
  const name = 'ws_1/users/u1/r2.png';
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, async (_, i) => store.receive(grant(name), chunks(String(i), String(i)))),
  );
  t.is(results.filter((one) => one.status === 'fulfilled').length, 1);
  for (const one of results) t.true(one.status === 'fulfilled' || isFault(one.reason, 'conflict'));
  t.regex(Buffer.from(await store.get(name)).toString(), /^(\d)\1$/);
  t.deepEqual(await filesUnder(root), [name]);
});

test('sweep removes the drafts of writers that are long gone, and nothing else', async (t) => {
  const opened = await open(t);
  await put(opened);
  const folder = join(opened.root, 'ws_1', 'artifacts');
  const [old, fresh, foreign] = ['.a.00.part', '.b.00.part', '.keep'].map((name) => join(folder, name));
  for (const path of [old, fresh, foreign]) await writeFile(path ?? '', 'draft');
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const path of [old, foreign, join(opened.root, key)]) await utimes(path ?? '', hourAgo, hourAgo);
  t.is(await opened.store.sweep(1_800_000), 1);
  t.deepEqual((await readdir(folder)).sort(), ['.b.00.part', '.keep', sha256(bytes)].sort());
});

test('a folder that may not be read, such as lost+found of a disk, holds up no sweep of the others', async (t) => {
  const shut = (fs: FileSystem): FileSystem => ({
    ...fs,
    list: async function* (path) {
      if (path.endsWith('lost+found')) throw Object.assign(new Error('shut'), { code: 'EACCES' });
      yield* fs.list(path);
    },
  });
  const { root, store } = await open(t, shut);
  for (const folder of ['lost+found', 'ws_1']) await mkdir(join(root, folder));
  const draft = join(root, 'ws_1', '.a.00.part');
  await writeFile(draft, 'draft');
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(draft, hourAgo, hourAgo);
  t.is(await store.sweep(1_800_000), 1);
  t.deepEqual(await filesUnder(root), []);
});

test('an object over the bound is refused before anything is written', async (t) => {
  const { store, root } = await open(t);
  const huge = Object.defineProperty(new Uint8Array(), 'byteLength', { value: limits.objectBytesMax + 1 });
  t.true(isFault(await t.throwsAsync(store.put('ws_1/assets/a.mp4', huge, 'video/mp4')), 'too_large'));
  t.deepEqual(await filesUnder(root), []);
});

test('a large object is hashed in slices, and held against its key all the same', async (t) => {
  let asked = 0;
  const due = async (): Promise<void> => {
    asked += 1;
    return Promise.resolve();
  };
  const { store } = await open(t, (fs) => fs, { due });
  const large = Buffer.alloc(10 * limits.hashSliceBytes, 'x');
  const own = `ws_1/artifacts/${sha256(large)}`;
  await store.put(own, large, 'application/json');
  t.is(asked, 10);
  t.true(large.equals(await store.get(own)));
  t.is(asked, 20);
  const other = `ws_1/artifacts/${sha256('other')}`;
  await t.throwsAsync(store.put(other, large, 'application/json'), { instanceOf: BrokenInvariant });
});
