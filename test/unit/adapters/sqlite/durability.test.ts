/** An append is on disk before it is answered: seen in the system calls of a real process. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { tempFolder } from '../../../support/temp-folder.ts';

const APPENDS = 5;
const CALLS = 'trace=pwrite64,write,fsync,fdatasync';

/**
 * What is wrong with a trace, as lines to read. Before each answer the write-ahead log must have been written since the
 * last one, and synced after it was written.
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

/** The system calls of a process that appends, or undefined where nothing can be traced. */
const traced = (t: ExecutionContext, ...sabotage: string[]): string | undefined => {
  const folder = tempFolder(t);
  const [trace, log] = [join(folder, 'trace.txt'), join(folder, 'log.sqlite')];
  const run = spawnSync(
    'strace',
    ['-f', '-y', '-qq', '-e', CALLS, '-o', trace, process.execPath, child, log, String(APPENDS), ...sabotage],
    { encoding: 'utf8' },
  );
  if (run.error === undefined && run.status === 0) return readFileSync(trace, 'utf8');
  const why = run.error?.message ?? run.stderr;
  t.log(`NOT CHECKED: system calls cannot be traced here. ${why}`);
  if (process.env['REQUIRE_STRACE'] === '1') t.fail('REQUIRE_STRACE=1, and there is no strace');
  return undefined;
};

test('every append is written and synced before it is answered', (t) => {
  const trace = traced(t);
  t.deepEqual(trace === undefined ? [] : unsynced(trace), []);
});

test('with synchronous=OFF the same check fails', (t) => {
  const trace = traced(t, 'unsynced');
  const found = trace === undefined ? ['answer 1 before the sync'] : unsynced(trace);
  t.true(found.includes('answer 1 before the sync'));
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
