import test from 'ava';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createLogger, type LogLevel } from '../../../../src/adapters/pino/logger.ts';
import { Fault } from '../../../../src/kernel/faults.ts';
import type { Logger } from '../../../../src/ports/basics.ts';
import { runScript } from '../../../support/process/run-program.ts';

const loggerUrl = new URL('../../../../src/adapters/pino/logger.ts', import.meta.url).href;
const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) };

const capture = (level: LogLevel = 'debug'): { log: Logger; lines: string[]; last: () => Record<string, unknown> } => {
  const lines: string[] = [];
  const log = createLogger({ clock, level, destination: { write: (line) => lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown> };
};

test('a line is one JSON object with level, time, fields and message', (t) => {
  const { log, lines, last } = capture();
  log.info({ jobId: 'job_1', frames: 3, done: false, nothing: null, absent: undefined }, 'queued');
  t.is(lines.length, 1);
  t.true(lines[0]?.endsWith('}\n'));
  t.deepEqual(last(), {
    level: 'info',
    time: '2026-01-02T03:04:05.006Z',
    jobId: 'job_1',
    frames: 3,
    done: false,
    nothing: null,
    msg: 'queued',
  });
});

test('the level decides what is written', (t) => {
  const all: [LogLevel, number][] = [
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
    ['silent', 0],
  ];
  for (const [level, count] of all) {
    const { log, lines } = capture(level);
    log.debug({}, 'a');
    log.info({}, 'b');
    log.warn({}, 'c');
    log.error({}, 'd');
    t.is(lines.length, count, level);
  }
});

test('a field cannot pass for the level, the time or the message', (t) => {
  const { log, lines, last } = capture();
  log.info({ level: 'error', time: 'never', msg: 'forged' }, 'true');
  t.like(last(), { level: 'info', time: '2026-01-02T03:04:05.006Z', msg: 'true', level_: 'error', msg_: 'forged' });
  t.is(lines[0]?.match(/"msg"/g)?.length, 1);
});

test('a fault is written with its code, cause and stack', (t) => {
  const { log, last } = capture();
  const cause = new Error('connect ECONNREFUSED mongodb://root:canary@db:27017/');
  log.error({ err: new Fault('unavailable', 'no answer\nat all', { cause, detail: { secret: 'canary' } }) }, 'failed');
  const err = last()['err'] as Record<string, unknown>;
  t.like(err, {
    name: 'Fault',
    message: 'no answer\\u000aat all',
    code: 'unavailable',
    detail: { secret: '[redacted]' },
  });
  t.like(err['cause'], { message: 'connect ECONNREFUSED mongodb://[redacted]@db:27017/' });
  t.true(Array.isArray(err['stack']));
});

test('both streams work, and what was logged before a hard exit is there', async (t) => {
  const script = (to: string): string =>
    `import { createLogger } from ${JSON.stringify(loggerUrl)};
     const log = createLogger({ clock: { now: () => 0 }, level: 'info', destination: '${to}' });
     for (let i = 0; i < 1000; i += 1) log.info({ i }, 'last words');
     process.kill(process.pid, 'SIGKILL');`;
  for (const to of ['stdout', 'stderr'] as const) {
    const killed = await runScript(script(to));
    t.is(killed.status, null);
    t.is(killed[to].trim().split('\n').length, 1_000, to);
  }
});

test('work goes on where its lines have no room', (t) => {
  const script = `import { createLogger } from ${JSON.stringify(loggerUrl)};
     const log = createLogger({ clock: { now: () => 0 }, level: 'info', destination: 'stderr' });
     for (let i = 0; i < 1000; i += 1) log.info({ i }, 'lost');
     console.log('the work is done');`;
  const full = openSync('/dev/full', 'w');
  t.teardown(() => closeSync(full));
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', full] });
  t.is(ended.stdout.toString(), 'the work is done\n');
  t.is(ended.status, 0);
});
