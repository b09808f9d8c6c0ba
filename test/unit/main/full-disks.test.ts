/** A full disk is known by its part, wherever that is mounted, without any write. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { fullDisks } from '../../../src/main/full-disks.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const PARTS = { 'log.sqlite': 'log', 'read.sqlite': 'read models', objects: 'objects', scratch: 'scratch folders' };
const roomy = { bavail: 1_000_000, bsize: 4_096, files: 1_000, ffree: 10 };
const full = { ...roomy, bavail: limits.diskFreeBytesMin / roomy.bsize - 1 };
const missing = async () => Promise.reject(Object.assign(new Error('not there'), { code: 'ENOENT' }));

const given = (t: ExecutionContext): string => {
  const dataDir = tempFolder(t);
  for (const name of ['log.sqlite', 'read.sqlite']) writeFileSync(join(dataDir, name), '');
  mkdirSync(join(dataDir, 'objects'));
  return dataDir;
};

test('each part is named whose disk alone is full', async (t) => {
  for (const [name, part] of Object.entries(PARTS)) {
    const look = async (path: string) => Promise.resolve(basename(path) === name ? full : roomy);
    t.deepEqual(await fullDisks('/data', look), [`the disk of the ${part} is full`]);
  }
});

test('a disk without a file that is left is full, and one that counts none is not', async (t) => {
  const without = { ...roomy, ffree: 0 };
  t.is((await fullDisks('/data', async () => Promise.resolve(without))).length, 4);
  t.deepEqual(await fullDisks('/data', async () => Promise.resolve({ ...without, files: 0 })), []);
});

test('a part that a server keeps has no disk; one that cannot be looked at is told', async (t) => {
  t.deepEqual(await fullDisks('/data', missing), []);
  const broken = async () => Promise.reject(Object.assign(new Error('it fails'), { code: 'EIO' }));
  const told = await fullDisks('/data', async (path) => (basename(path) === 'objects' ? broken() : missing()));
  t.deepEqual(told, ['the place of the objects cannot be used: its disk fails']);
});

test('a real disk is asked, and nothing is written', async (t) => {
  const dataDir = given(t);
  const before = readdirSync(dataDir);
  t.deepEqual(await fullDisks(dataDir), []);
  t.deepEqual(readdirSync(dataDir), before);
});
