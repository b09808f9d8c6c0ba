/** Writers on threads: calls are told what became of them, also when the thread cannot say so. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { type Log, openLog } from '../../../../src/adapters/sqlite/log.ts';
import { openReadStore } from '../../../../src/adapters/sqlite/read-store.ts';
import { logWriterThread, readWriterThread } from '../../../../src/adapters/sqlite/writer-thread.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import type { FeedBatch } from '../../../../src/ports/event-feed.ts';
import { collect, newEvents, newStream, rejectsWith } from '../../../contract/samples.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { realTimers, STORAGE_WORKER } from './open.ts';

const MADE_UP = new URL('../../../support/adapters/made-up-writer.ts', import.meta.url);

const open = (t: ExecutionContext, script: URL, name = 'log.sqlite') => {
  const path = join(tempFolder(t), name);
  const fatal: unknown[] = [];
  const warnings: string[] = [];
  const background = createTimers({ background: true });
  const logger = { warn: (_: unknown, message: string): unknown => warnings.push(message) };
  const openWriter = logWriterThread(path, { script, background, logger });
  // Without the poll for what other processes write: all that is heard of is heard of from the writer.
  const unpolled = { ...background, sleep: async () => new Promise<void>(() => undefined) };
  const log = openLog(path, {
    timers: realTimers,
    background: unpolled,
    fatal: (error) => fatal.push(error),
    openWriter,
  });
  t.teardown(log.close);
  return { log, path, fatal, warnings };
};

const append = async ({ store }: Log, stream = newStream()) => store.append(stream, 'none', newEvents(1));

const firstBatch = async ({ feed }: Log): Promise<FeedBatch | undefined> => {
  for await (const batch of feed.subscribe('')) return batch;
  return undefined;
};

test('the writes of a thread are read here, and followed from memory', async (t) => {
  const { log } = open(t, STORAGE_WORKER);
  const stream = newStream();
  const first = firstBatch(log);
  const { position } = await log.store.append(stream, 'none', newEvents(2));
  t.is(await log.feed.head(), position);
  const events = await collect(log.store.readStream(stream));
  t.deepEqual(
    events.map(({ revision }) => revision),
    [0, 1],
  );
  const batch = await first;
  t.deepEqual(batch?.events, events);
  t.true((await firstBatch(log))?.events[0] === batch?.events[0], 'all who follow get the same objects');
});

test('a thread that dies leaves the outcome open, and the next append has a new one', async (t) => {
  const { log, warnings, fatal } = open(t, MADE_UP);
  const lost = await Promise.all([
    rejectsWith(t, append(log, 'dying-1'), 'ambiguous'),
    rejectsWith(t, append(log, 'dying-1'), 'ambiguous'),
  ]);
  t.like(lost[0]?.cause, { message: 'the thread of the writer of the log has ended' });
  t.is((await append(log)).revision, 0);
  t.deepEqual(warnings, ['the thread of the writer of the log has ended']);
  t.deepEqual(fatal, [], 'the process may go on: what was written is found by its ids');
});

test('a refusal of the writer is a fault as if it had been written here', async (t) => {
  const { log } = open(t, MADE_UP);
  t.like(await rejectsWith(t, append(log, 'conflict-1'), 'conflict'), { detail: { stream: 'conflict-1' } });
});

test('a commit that fails on the thread stops the log here', async (t) => {
  const { log, fatal } = open(t, MADE_UP);
  const following = t.throwsAsync(collect(log.feed.subscribe('')), { code: 'unavailable' });
  await rejectsWith(t, append(log, 'failed-1'), 'ambiguous');
  t.like(fatal, [{ message: 'disk I/O error', errcode: 1034 }]);
  t.is(fatal.length, 1);
  await rejectsWith(t, append(log), 'unavailable');
  await rejectsWith(t, log.feed.head(), 'unavailable');
  await following;
});

test('a thread that cannot open the file says so, and nothing was written', async (t) => {
  const { log } = open(t, MADE_UP, 'refused.sqlite');
  t.like(await rejectsWith(t, append(log), 'corrupt'), { message: 'a damaged file', retriable: false });
});

test('closing waits for what is under way, and leaves nothing open', async (t) => {
  const { log, path } = open(t, STORAGE_WORKER);
  const under = Array.from({ length: 20 }, async () => append(log));
  await log.close();
  t.is((await Promise.all(under)).length, 20);
  await rejectsWith(t, append(log), 'unavailable');
  t.false(existsSync(`${path}-wal`), 'the last connection has taken the write-ahead log with it');
  const rows = new DatabaseSync(path, { readOnly: true }).prepare('SELECT count(*) AS n FROM events').get();
  t.is(rows?.['n'], 20);
});

test('a thread of the read models that dies fails the work under way; the next write has a new one', async (t) => {
  const background = createTimers({ background: true });
  const warnings: string[] = [];
  const logger = { warn: (_: unknown, message: string): unknown => warnings.push(message) };
  const path = join(tempFolder(t), 'read.sqlite');
  const writer = readWriterThread(path, { script: MADE_UP, background, logger });
  const documents = openReadStore(path, { timers: realTimers, writer });
  t.teardown(async () => documents.close());
  await rejectsWith(t, documents.drop('dying'), 'unavailable');
  const bug = await t.throwsAsync(documents.drop('nonsense'));
  t.false(bug instanceof Fault, 'a bug stays what it is');
  t.like(bug, { message: 'near "nonsense": syntax error', errcode: 1 });
  await t.notThrowsAsync(documents.drop('well'));
  t.deepEqual(warnings, ['the thread of the writer of the read models has ended']);
});
