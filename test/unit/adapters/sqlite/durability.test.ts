/** An append is on disk before it is answered: seen in the system calls of a real process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { canTrace } from '../../../support/process/strace.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const APPENDS = 5;
const CALLS = 'trace=pwrite64,write,fsync,fdatasync';

/**
 * The flaws of a trace, as lines to read. Before each answer the write-ahead log must have been written since the last
 * one, and synced after it was written.
 */
const unsynced = (trace: string): string[] => {
  const found: string[] = [];
  let [answers, written, dirty] = [0, false, false];
  for (const line of trace.split('\n')) {
    if (/pwrite64\(\d+<[^>]*log\.sqlite-wal>/.test(line)) [written, dirty] = [true, true];
    if (/(?:fsync|fdatasync)\(\d+<[^>]*log\.sqlite-wal>/.test(line)) dirty = false;
    if (!/write\(1<[^>]*>, "answered/.test(line)) continue;
    answers += 1;
    if (!written) found.push(`answer ${answers} without a write`);
    if (dirty) found.push(`answer ${answers} before the sync`);
    written = false;
  }
  if (answers !== APPENDS) found.push(`${answers} answers`);
  return found;
};

const child = join(import.meta.dirname, 'append-and-tell.ts');

/** The system calls of a process that appends. */
const traced = (t: ExecutionContext, ...sabotage: string[]): string => {
  const folder = tempFolder(t);
  const [trace, log] = [join(folder, 'trace.txt'), join(folder, 'log.sqlite')];
  const args = ['-f', '-y', '-qq', '-e', CALLS, '-o', trace, process.execPath, child, log, String(APPENDS)];
  const { status, stderr } = spawnSync('strace', [...args, ...sabotage], { encoding: 'utf8' });
  t.is(status, 0, stderr);
  return readFileSync(trace, 'utf8');
};

/** How often the thread that answers has synced a file itself since it had opened them. */
const syncsOfAnswerer = (trace: string): number => {
  const lines = trace.split('\n');
  const opened = lines.findIndex((line) => /write\(1<[^>]*>, "opened/.test(line));
  const [answerer = ''] = lines[opened]?.split(' ') ?? [];
  return lines.slice(opened).filter((line) => line.startsWith(`${answerer} `) && /\bf(?:data)?sync\(/.test(line))
    .length;
};

test('every append is written and synced before it is answered', (t) => {
  if (!canTrace(t)) return;
  t.deepEqual(unsynced(traced(t)), []);
  t.deepEqual(unsynced(traced(t, 'here')), []);
});

test('the thread that answers waits for no sync', (t) => {
  if (!canTrace(t)) return;
  // When the last connection is closed the write-ahead log goes into the file.
  const whole = traced(t);
  const last = whole.lastIndexOf('"answered');
  t.is(syncsOfAnswerer(whole.slice(0, last)), 0);
  const here = traced(t, 'here');
  t.true(
    syncsOfAnswerer(here.slice(0, here.lastIndexOf('"answered'))) >= APPENDS,
    'the check sees those that it makes',
  );
});

test('with synchronous=OFF the same check fails', (t) => {
  if (canTrace(t)) t.true(unsynced(traced(t, 'unsynced')).includes('answer 1 before the sync'));
});

test('the check reads traces', (t) => {
  const lines = ['pwrite64(20</d/log.sqlite-wal>, "x", 24, 0) = 24', 'fdatasync(20</d/log.sqlite-wal>) = 0'];
  const answer = 'write(1<pipe:[1]>, "answered\\n", 9) = 9';
  const good = Array.from({ length: APPENDS }, () => [...lines, answer]).flat();
  t.deepEqual(unsynced(good.join('\n')), []);
  t.deepEqual(unsynced(good.toSpliced(1, 1).join('\n')), ['answer 1 before the sync']);
  t.deepEqual(unsynced(good.toSpliced(3, 2).join('\n')), ['answer 2 without a write']);
  t.deepEqual(unsynced([...lines.toReversed(), answer].join('\n')).slice(0, 1), ['answer 1 before the sync']);
});
