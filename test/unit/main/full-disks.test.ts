/** A full disk is known by its part, wherever that is mounted, without any write. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { readConfig } from '../../../src/main/config.ts';
import { fullDisks } from '../../../src/main/full-disks.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

const PARTS = { 'log.sqlite': 'log', 'read.sqlite': 'read models', objects: 'objects', scratch: 'scratch folders' };
const roomy = { bavail: 1_000_000, bsize: 4_096, files: 1_000, ffree: 10 };
const full = { ...roomy, bavail: limits.diskFreeBytesMin / roomy.bsize - 1 };
const missing = async () => Promise.reject(Object.assign(new Error('not there'), { code: 'ENOENT' }));

/** A folder beside servers that are named by their addresses alone. */
const on = (dataDir: string, env: Readonly<Record<string, string>> = {}) => readConfig({ ...env, DATA_DIR: dataDir });

const given = (t: ExecutionContext): string => {
  const dataDir = tempFolder(t);
  for (const name of ['log.sqlite', 'read.sqlite']) writeFileSync(join(dataDir, name), '');
  mkdirSync(join(dataDir, 'objects'));
  return dataDir;
};

test('each part is named whose disk alone is full', async (t) => {
  for (const [name, part] of Object.entries(PARTS)) {
    const look = async (path: string) => Promise.resolve(basename(path) === name ? full : roomy);
    t.deepEqual(await fullDisks(on('/data'), look), [`the disk of the ${part} is full`]);
  }
});

test('a disk without a file that is left is full, and one that counts none is not', async (t) => {
  const without = { ...roomy, ffree: 0 };
  t.is((await fullDisks(on('/data'), async () => Promise.resolve(without))).length, 4);
  t.deepEqual(await fullDisks(on('/data'), async () => Promise.resolve({ ...without, files: 0 })), []);
});

test('a part that a server keeps has no disk; one that cannot be looked at is told', async (t) => {
  t.deepEqual(await fullDisks(on('/data'), missing), []);
  const broken = async () => Promise.reject(Object.assign(new Error('it fails'), { code: 'EIO' }));
  const told = await fullDisks(on('/data'), async (path) => (basename(path) === 'objects' ? broken() : missing()));
  t.deepEqual(told, ['the place of the objects cannot be used: its disk fails']);
});

test('files of a part that went to a server matter no more', async (t) => {
  const look = async () => Promise.resolve(full);
  const s3 = { S3_ENDPOINT: 'http://s3:1', S3_BUCKET: 'pi-1', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  const env = { ...s3, EVENTSTOREDB_URL: 'esdb://a:1', MONGODB_URL: 'mongodb://a:1' };
  const told = ['the disk of the read models is full', 'the disk of the scratch folders is full'];
  t.deepEqual(await fullDisks(on('/data', env), look), told, 'messages are in the file of the read models');
  t.deepEqual(await fullDisks(on('/data', { ...env, KAFKA_BROKERS: 'a:1' }), look), told.slice(1));
});

test('a link to a disk that is not mounted is told, as its part is not kept elsewhere', async (t) => {
  const dataDir = given(t);
  symlinkSync(join(dataDir, 'unmounted'), join(dataDir, 'scratch'));
  t.deepEqual(await fullDisks(on(dataDir)), [
    'the place of the scratch folders cannot be used: its link leads nowhere',
  ]);
  mkdirSync(join(dataDir, 'unmounted'));
  t.deepEqual(await fullDisks(on(dataDir)), []);
});

test('a file where a folder should be is told', async (t) => {
  const dataDir = given(t);
  writeFileSync(join(dataDir, 'scratch'), '');
  t.deepEqual(await fullDisks(on(dataDir)), [
    'the place of the scratch folders cannot be used: a file is where a folder should be',
  ]);
});

test('a real disk is asked, and nothing is written', async (t) => {
  const dataDir = given(t);
  const before = readdirSync(dataDir);
  t.deepEqual(await fullDisks(on(dataDir)), []);
  t.deepEqual(readdirSync(dataDir), before);
});
