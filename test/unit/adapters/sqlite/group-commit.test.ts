/** Appends that wait together while the storage fails, is full, or is held by another process. */
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { DatabaseSync } from 'node:sqlite';
import { limits } from '../../../../src/kernel/limits.ts';
import { collect, newEvent, newEvents, newStream, rejectsWith } from '../../../contract/samples.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { allEvents } from '../../../support/log/memory-log.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { databaseAt, doctored, logAt, logOn, sqliteError } from './open.ts';

const IOERR_FSYNC = 1034;
const FULL = 13;
const BUSY = 5;

/** A log whose transactions are counted. */
const counted = (t: ExecutionContext) => {
  const database = databaseAt(':memory:');
  const commit = database.prepare('COMMIT');
  let commits = 0;
  const log = logOn(
    t,
    doctored(database, 'COMMIT', () => {
      commits += 1;
      commit.run();
    }),
  );
  return { log, commits: () => commits };
};

test('appends that wait together share one transaction, up to a bound', async (t) => {
  const { log, commits } = counted(t);
  const count = limits.groupCommitAppendsMax + 10;
  await Promise.all(Array.from({ length: count }, async () => log.store.append(newStream(), 'none', newEvents(1))));
  t.is(commits(), 2);
  await log.store.append(newStream(), 'none', newEvents(1));
  t.is(commits(), 3);
});

test('large appends do not make a large transaction', async (t) => {
  const { log, commits } = counted(t);
  const data = JSON.stringify('x'.repeat(limits.eventBytesMax - 1_000));
  const count = Math.ceil((2.5 * limits.groupCommitBytesMax) / limits.eventBytesMax);
  await Promise.all(
    Array.from({ length: count }, async () => log.store.append(newStream(), 'none', [newEvent({ data })])),
  );
  t.is(commits(), 3);
});

test('a full disk refuses appends, and what comes when there is room again is taken', async (t) => {
  const database = databaseAt(join(tempFolder(t), 'log.sqlite'));
  const log = logOn(t, database);
  const stream = newStream();
  await log.store.append(stream, 'none', newEvents(1));
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
  database.exec(`PRAGMA max_page_count = ${pages + 2}`);
  const big = newEvent({ data: JSON.stringify('x'.repeat(100_000)) });
  const outcomes = await Promise.allSettled([
    log.store.append(newStream(), 'none', newEvents(1)),
    log.store.append(stream, 0, [newEvent(), big]),
  ]);
  for (const outcome of outcomes)
    t.like(outcome, { status: 'rejected', reason: { code: 'unavailable', retriable: true } });
  t.is((await log.store.head(stream))?.revision, 0);
  t.is((await log.store.append(stream, 0, newEvents(1))).revision, 1, 'a small one still fits');
  database.exec('PRAGMA max_page_count = 1000000');
  t.is((await log.store.append(stream, 1, [big])).revision, 2);
  t.deepEqual(
    (await allEvents(log)).map(({ revision }) => revision),
    [0, 1, 2],
  );
});

test('a disk that is full at the commit is no worse', async (t) => {
  const database = databaseAt(':memory:');
  const commit = database.prepare('COMMIT');
  let full = true;
  const log = logOn(
    t,
    doctored(database, 'COMMIT', () => {
      if (full) throw sqliteError(FULL);
      commit.run();
    }),
  );
  const stream = newStream();
  await rejectsWith(t, log.store.append(stream, 'none', newEvents(1)), 'unavailable');
  full = false;
  t.is((await log.store.append(stream, 'none', newEvents(1))).revision, 0);
});

test('an I/O error at the commit leaves the outcome open, and the log stops', async (t) => {
  const fatal: unknown[] = [];
  const database = databaseAt(':memory:');
  const error = sqliteError(IOERR_FSYNC);
  const broken = doctored(database, 'COMMIT', () => {
    throw error;
  });
  const log = logOn(t, broken, undefined, (found) => fatal.push(found));
  const stream = newStream();
  const following = t.throwsAsync(collect(log.feed.subscribe('')), { code: 'unavailable' });
  const first = [log.store.append(stream, 'none', newEvents(1)), log.store.append(newStream(), 'none', newEvents(1))];
  for (const one of first) await rejectsWith(t, one, 'ambiguous');
  t.deepEqual(fatal, [error]);
  await rejectsWith(t, log.store.append(stream, 'none', newEvents(1)), 'unavailable');
  // Reads of this connection may lack events that a restart will find.
  await rejectsWith(t, log.store.head(stream), 'unavailable');
  await rejectsWith(t, collect(log.store.readStream(stream)), 'unavailable');
  await rejectsWith(t, log.feed.head(), 'unavailable');
  await following;
  t.deepEqual(fatal, [error], 'told once');
});

test('an append that fails midway by itself takes no other with it', async (t) => {
  const log = logAt(t);
  const [before, after] = [newStream(), newStream()];
  const outcomes = await Promise.allSettled([
    log.store.append(before, 'none', newEvents(1)),
    // Malformed on purpose: an epoch that cannot be read fails after its row was written.
    log.store.append('system-log', 'none', [newEvent(), newEvent({ type: 'LogEpochStarted', data: 'nonsense' })]),
    log.store.append(after, 'none', newEvents(1)),
  ]);
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.is(await log.store.head('system-log'), undefined);
  const [batch] = await collect(log.feed.read(''));
  t.deepEqual(
    batch?.events.map(({ stream }) => stream),
    [before, after],
  );
  t.is(batch?.through, '0000-000000000002');
});

test('a writer in another process is waited for without blocking', async (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const log = logAt(t, path);
  const other = new DatabaseSync(path, { timeout: 0 });
  other.exec('BEGIN IMMEDIATE');
  const stream = newStream();
  let answered = false;
  const append = log.store.append(stream, 'none', newEvents(1)).then((result) => {
    answered = true;
    return result;
  });
  for (let turns = 0; turns < 50; turns += 1) await turn();
  t.false(answered);
  t.is(await log.store.head(stream), undefined, 'reads go on meanwhile');
  other.exec('COMMIT');
  t.is((await append).revision, 0);
  other.close();
});

test('a writer that never lets go is given up in the end, and nothing was written', async (t) => {
  const { timers, advance } = createFakeClock();
  const database = databaseAt(':memory:');
  const begin = database.prepare('BEGIN IMMEDIATE');
  let busy = true;
  const log = logOn(
    t,
    doctored(database, 'BEGIN IMMEDIATE', () => {
      if (busy) throw sqliteError(BUSY);
      begin.run();
    }),
    timers,
  );
  const stream = newStream();
  const refused = rejectsWith(t, log.store.append(stream, 'none', newEvents(1)), 'unavailable');
  await advance(limits.sqliteBusyMaxMs + limits.sqliteRetryMs, 1);
  await refused;
  busy = false;
  t.is((await log.store.append(stream, 'none', newEvents(1))).revision, 0);
});
