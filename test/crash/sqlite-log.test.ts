/**
 * The embedded log in real processes: under kill -9 at every sync, on disks that refuse to sync, on full disks.
 * Answered appends are there afterwards, once and in their place; at most those under way are there besides.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openLog } from '../../src/adapters/sqlite/log.ts';
import { createTimers } from '../../src/adapters/system/timers.ts';
import { canTrace } from '../support/process/strace.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const child = join(import.meta.dirname, 'sqlite-child.ts');
const LANES = 4;

type Run = {
  readonly output: string;
  readonly status: number | null;
  readonly signal: string | null;
  readonly path: string;
};

/** Runs the child with a fault in the system calls on the write-ahead log. */
const runWith = (t: ExecutionContext, inject: string): Run => {
  const folder = tempFolder(t);
  const path = join(folder, 'log.sqlite');
  const args = ['-f', '-qq', '-o', join(folder, 'trace'), '-P', `${path}-wal`, '-e', 'trace=fsync,fdatasync,pwrite64'];
  const run = spawnSync('strace', [...args, '-e', `inject=${inject}`, process.execPath, child, path], {
    encoding: 'utf8',
  });
  return { output: run.stdout, status: run.status, signal: run.signal, path };
};

const answersIn = (output: string): string[] =>
  output.split('\n').flatMap((line) => (line.startsWith('answered ') ? [line.slice('answered '.length)] : []));

/** The events of the log afterwards, and one more. */
const surviving = async (t: ExecutionContext, path: string): Promise<string[]> => {
  const { store, feed, close } = openLog(path, { timers: createTimers(), fatal: (error) => t.fail(String(error)) });
  const events: string[] = [];
  const ends = new Map<string, number>();
  for await (const batch of feed.read('')) {
    for (const { stream, revision, id } of batch.events) {
      t.is(id, `${stream}@${revision}`);
      t.is(revision, (ends.get(stream) ?? -1) + 1);
      ends.set(stream, revision);
      events.push(id);
    }
  }
  const more = { id: 'more', type: 'Told', data: '{}', metadata: '{}' };
  t.is((await store.append('lane-0', ends.get('lane-0') ?? 'none', [more])).revision, (ends.get('lane-0') ?? -1) + 1);
  await close();
  return events;
};

/** The flaws of the surviving log, as lines to read. */
const judged = (answers: readonly string[], events: readonly string[]): string[] => {
  const there = new Set(events);
  const lost = answers.filter((id) => !there.has(id)).map((id) => `lost ${id}`);
  const besides = events.length - answers.length;
  return besides > LANES ? [...lost, `${besides} events that nobody was told of`] : lost;
};

test('killed at any sync: nothing that was answered is lost', async (t) => {
  if (!canTrace(t)) return;
  let kills = 0;
  for (let when = 1; when <= 12; when += 1) {
    const { output, signal, status, path } = runWith(t, `fsync,fdatasync:signal=SIGKILL:when=${when}`);
    if (signal === 'SIGKILL' || status === 137) kills += 1;
    t.deepEqual(judged(answersIn(output), await surviving(t, path)), [], `at sync ${when}`);
  }
  t.true(kills >= 10, `${kills} kills`);
});

test('a sync that fails stops the process, and nothing that was answered is lost', async (t) => {
  if (!canTrace(t)) return;
  let stops = 0;
  let besides = 0;
  for (let when = 3; when <= 10; when += 1) {
    const { output, status, path } = runWith(t, `fsync,fdatasync:error=EIO:when=${when}`);
    if (status === 70) stops += 1;
    // A sync that fails while the file is opened refuses to open it.
    t.true(status === 70 || status === 0 || !output.includes('opened'), `${status}`);
    const [answers, events] = [answersIn(output), await surviving(t, path)];
    t.deepEqual(judged(answers, events), [], `at sync ${when}`);
    if (status === 70) besides += events.length - answers.length;
  }
  t.true(stops >= 5, `${stops} stops`);
  // The failed commit is there after all: to call it refused would be wrong.
  t.true(besides > 0);
});

test('a disk that is full for a while refuses, and takes everything in the end', async (t) => {
  if (!canTrace(t)) return;
  const { output, status, path } = runWith(t, 'pwrite64:error=ENOSPC:when=60..100');
  t.is(status, 0);
  t.true(output.includes('refused'));
  const events = await surviving(t, path);
  t.deepEqual(judged(answersIn(output), events), []);
  t.is(events.length, LANES * 12);
});

test('the judgement sees what is lost and what is too much', (t) => {
  t.deepEqual(judged(['a@0', 'a@1'], ['a@0']), ['lost a@1']);
  t.deepEqual(judged([], ['a@0', 'b@0', 'c@0', 'd@0', 'e@0']), ['5 events that nobody was told of']);
  t.deepEqual(judged(['a@0'], ['a@0', 'b@0']), []);
});
