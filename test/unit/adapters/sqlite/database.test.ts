/** How database files are opened, and what is refused. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { assertDurable, openDatabase, storageFault, unopened } from '../../../../src/adapters/sqlite/database.ts';
import { openDataFolder } from '../../../../src/adapters/sqlite/data-folder.ts';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { createIds } from '../../../../src/adapters/system/ids.ts';
import type { Fault } from '../../../../src/kernel/faults.ts';
import { newEvents, newStream } from '../../../contract/samples.ts';
import { fatal } from '../../../support/kernel/fatal.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { allEvents } from '../../../support/log/memory-log.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { databaseAt, logAt, realTimers } from './open.ts';

const pragma = (database: DatabaseSync, name: string): unknown => database.prepare(`PRAGMA ${name}`).get()?.[name];

test('a log is opened with WAL, FULL and no trust in its schema, each time', (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  for (let round = 0; round < 2; round += 1) {
    const database = databaseAt(path);
    t.is(pragma(database, 'journal_mode'), 'wal');
    t.is(pragma(database, 'synchronous'), 2);
    t.is(pragma(database, 'trusted_schema'), 0);
    t.is(database.prepare('PRAGMA busy_timeout').get()?.['timeout'], 0, 'nothing blocks the event loop');
    database.close();
  }
});

test('a database is for its owner alone, with the files beside it, in any folder', async (t) => {
  const dataDir = tempFolder(t);
  chmodSync(dataDir, 0o755);
  const folder = openDataFolder(dataDir, deps);
  await folder.store.append(newStream(), 'none', newEvents(1));
  const files = readdirSync(dataDir);
  t.true(files.includes('log.sqlite-wal') && files.includes('read.sqlite-wal'));
  for (const file of files) t.is(statSync(join(dataDir, file)).mode & 0o077, 0, file);
  await folder.close();
});

test('a file that opened weaker than asked is refused', (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const database = databaseAt(path);
  t.notThrows(() => assertDurable(database, path, 'FULL'));
  database.exec('PRAGMA synchronous = NORMAL');
  t.notThrows(() => assertDurable(database, path, 'NORMAL'));
  t.throws(() => assertDurable(database, path, 'FULL'), { code: 'unavailable' });
  database.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE');
  t.throws(() => assertDurable(database, path, 'FULL'), { code: 'unavailable' });
  database.close();
});

test('a file that a newer version wrote, or that is no database, is refused', (t) => {
  const folder = tempFolder(t);
  const path = join(folder, 'log.sqlite');
  const database = databaseAt(path);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const newer = t.throws<Fault>(() => databaseAt(path), { code: 'corrupt' });
  t.true(newer.message.startsWith(`${path} has schema 99, this program knows `), newer.message);
  t.true(newer.message.endsWith('a newer version wrote it, so start that version'), newer.message);
  t.is(newer.detail['reason'], 'newer_schema');
  t.throws(() => databaseAt(join(folder, 'missing', 'log.sqlite')), { code: 'unavailable' });
});

test('a file that cannot be opened is named with the reason of the system', (t) => {
  const folder = tempFolder(t);
  const path = join(folder, 'log.sqlite');
  const said = (at: string): string => t.throws(() => databaseAt(at), { code: 'unavailable' }).message;
  mkdirSync(path);
  t.is(said(path), `cannot open ${path}: it is a folder`);
  t.regex(said(join(folder, 'none', 'log.sqlite')), /log\.sqlite: it is not there/);
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
  t.regex(unopened(path, busy).message, /log\.sqlite: another process keeps it locked; try again once/);
});

test('a statement that failed says why, where the reason is known', (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const database = databaseAt(path);
  const said = (errcode: number) => storageFault(Object.assign(new Error('x'), { errcode }), database).message;
  for (const code of [5, 6, 261]) t.regex(said(code), /another process keeps .* locked: try again/);
  t.regex(said(8), /read-only/);
  t.regex(said(13), /disk .* is full/);
  t.is(said(10), 'the embedded storage failed');
  t.is(said(11), `${path} is a damaged SQLite database`);
  t.is(said(26), `${path} is no SQLite database any more`);
  database.close();
  t.is(said(267), 'the embedded storage is a damaged SQLite database');
});

test('migrations are taken once and in order, and all or none', (t) => {
  const path = join(tempFolder(t), 'any.sqlite');
  const open = (...migrations: string[]): DatabaseSync => openDatabase(path, { synchronous: 'FULL', migrations });
  open('CREATE TABLE one (n)').close();
  t.throws(() => open('CREATE TABLE one (n)', 'CREATE TABLE two (n)', 'nonsense'));
  const database = open('CREATE TABLE one (n)', 'CREATE TABLE two (n); INSERT INTO two VALUES (1)');
  t.is(pragma(database, 'user_version'), 2);
  t.is(database.prepare('SELECT count(*) AS n FROM two').get()?.['n'], 1);
  database.close();
});

test('rows of the log can be neither changed nor removed', async (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const log = logAt(t, path);
  await log.store.append(newStream(), 'none', newEvents(1));
  const other = new DatabaseSync(path);
  t.throws(() => other.exec("UPDATE events SET data = '{}'"), { message: /append-only/ });
  t.throws(() => other.exec('DELETE FROM events'), { message: /append-only/ });
  other.close();
});

test('queries walk their index, and sort nothing', async (t) => {
  const path = join(tempFolder(t), 'read.sqlite');
  const store = openReadStore(path, { timers: realTimers });
  await store.declare({ name: 'plan@1', indexes: { byJob: ['jobId', 'n'] }, across: ['byJob'] });
  const database = new DatabaseSync(path);
  const plan = (where: string, index: string): string =>
    database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id, body FROM "documents:plan@1" INDEXED BY "documents:plan@1:byJob:${index}"
         WHERE body IS NOT NULL AND ${where} ORDER BY "member:n" DESC, id DESC LIMIT 5`,
      )
      .all()
      .map(({ detail }) => String(detail))
      .join('; ');
  t.regex(plan('"member:jobId" = 1 AND ("member:n", id) < (3, 4)', 'all'), /^SEARCH [^;]*USING INDEX [^;]*$/);
  t.regex(plan('owner = 1 AND "member:jobId" = 1 AND "member:n" >= 2', 'owner'), /^SEARCH [^;]*USING INDEX [^;]*$/);
  database.close();
  await store.close();
});

test('an index that is not asked across owners exists once, and refuses to be', async (t) => {
  const path = join(tempFolder(t), 'read.sqlite');
  const store = openReadStore(path, { timers: realTimers });
  const database = new DatabaseSync(path);
  const indexes = (): readonly unknown[] =>
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
      .all()
      .map(({ name }) => name);
  await store.declare({ name: 'plan@1', indexes: { byJob: ['jobId'] }, across: ['byJob'] });
  t.true(indexes().includes('documents:plan@1:byJob:all') && indexes().includes('documents:plan@1:byJob:owner'));
  await store.declare({ name: 'plan@1', indexes: { byJob: ['jobId'] } });
  t.false(indexes().includes('documents:plan@1:byJob:all'));
  t.true(indexes().includes('documents:plan@1:byJob:owner'));
  const asked = { collection: 'plan@1', index: 'byJob', limit: 1 };
  t.deepEqual((await store.query({ ...asked, owner: 'ws_1' })).documents, []);
  await t.throwsAsync(store.query(asked), { name: 'BrokenInvariant' });
  database.close();
  await store.close();
});

const deps = {
  timers: realTimers,
  clock: createClock(),
  ids: createIds(),
  logger: silentLogger,
  fatal,
};

test('a data folder holds both files, and what was written', async (t) => {
  const folder = tempFolder(t);
  const data = openDataFolder(folder, deps);
  await data.store.append(newStream(), 'none', newEvents(1));
  await data.close();
  await data.close();
  t.true(existsSync(join(folder, 'log.sqlite')) && existsSync(join(folder, 'read.sqlite')));
  const again = openDataFolder(folder, deps);
  t.is((await allEvents(again)).length, 1);
  await again.close();
});

test('several processes may open a new folder at the same moment, and append to it', async (t) => {
  const folder = tempFolder(t);
  const child = join(import.meta.dirname, 'open-and-append.ts');
  const codes = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const run = spawn(process.execPath, [child, folder, `lane-${n}`], { stdio: 'inherit' });
      const [code] = (await once(run, 'exit')) as [number | null];
      return code;
    }),
  );
  t.deepEqual(codes, [0, 0, 0, 0]);
  const data = openDataFolder(folder, deps);
  const events = await allEvents(data);
  t.is(events.length, 4 * 20);
  t.is(new Set(events.map(({ position }) => position)).size, 80);
  await data.close();
});
