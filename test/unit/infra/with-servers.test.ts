/** The runner of suites on real servers, with programs that only wait in place of servers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { eventually } from '../../support/kernel/eventually.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

/** Starts what a server is to the runner: a process whose id is in the folder, and whose command line names that. */
const PROGRAM = `#!/bin/sh
[ "$1" = start ] || exit 2
: > "$2/pid"
setsid tail -f "$2/pid" > /dev/null 2>&1 < /dev/null &
echo $! > "$2/pid"
echo "at-$3 $2"
`;

const programs = (t: ExecutionContext, ...names: readonly string[]): string => {
  const folder = tempFolder(t);
  for (const name of names) {
    const path = join(folder, name, name);
    mkdirSync(dirname(path));
    writeFileSync(path, PROGRAM, { mode: 0o755 });
  }
  return folder;
};

type Run = { readonly child: ChildProcess; readonly printed: () => string; readonly ended: Promise<unknown> };

const start = (env: Readonly<Record<string, string>>, script: string): Run => {
  const { PATH = '' } = process.env;
  const args = ['infra/tooling/with-servers.ts', 'sh', '-c', script, 'sh', '--tap'];
  const child = spawn(process.execPath, args, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  return { child, printed: () => printed, ended: once(child, 'close') };
};

const run = async (env: Readonly<Record<string, string>>, script: string): Promise<readonly [unknown, string]> => {
  const { child, printed, ended } = start(env, script);
  await ended;
  return [child.exitCode, printed()];
};

const URLS = { KAFKA_BROKERS: 'k:1', MONGODB_URL: 'mongodb://m', S3_ENDPOINT: 'http://s3' };
const SHOW = 'echo "$KAFKA_BROKERS $MONGODB_URL $S3_ENDPOINT $S3_BUCKET $1"; exit 7';

test('servers that are named are used as they are; arguments go on, the exit code comes back', async (t) => {
  t.deepEqual(await run(URLS, SHOW), [7, 'k:1 mongodb://m http://s3  --tap\n']);
  // Also beside programs: only what is not named is started.
  const SERVER_PROGRAMS = programs(t, 'kafka', 's3');
  const [, printed] = await run({ SERVER_PROGRAMS, ...URLS, S3_ENDPOINT: '' }, SHOW);
  t.regex(printed, /^k:1 mongodb:\/\/m at-\d+ \S+ pi-tests --tap\n$/);
});

test('a missing server is reported, and a required one fails the run before it begins', async (t) => {
  const { S3_ENDPOINT, ...others } = URLS;
  const line = 'SKIPPED: suites that need s3: set S3_ENDPOINT or SERVER_PROGRAMS\n';
  t.deepEqual(await run({ ...others, REQUIRE_SERVERS: 'kafka, mongodb' }, 'exit 0'), [0, line]);
  const required = { ...others, REQUIRE_SERVERS: 'kafka,s3,ftp' };
  const [code, printed] = await run({ ...required, SERVER_PROGRAMS: programs(t, 'kafka') }, 'echo ran');
  t.is(code, 1);
  t.regex(printed, /REQUIRE_SERVERS names ftp[^]*REQUIRE_SERVERS names s3: set S3_ENDPOINT/);
  t.false(printed.includes('ran'));
  const [refused, said] = await run({ ...URLS, REQUIRE_SERVERS: 'eventstoredb' }, 'exit 0');
  t.deepEqual([refused, /set EVENTSTOREDB_URL/.test(said)], [1, true]);
  const log = { EVENTSTOREDB_URL: 'esdb://e' };
  t.deepEqual(await run({ ...URLS, ...log, REQUIRE_SERVERS: 'eventstoredb' }, 'exit 0'), [0, '']);
  t.deepEqual(await run({ ...URLS, REQUIRE_SERVERS: 'kafka,mongodb,s3' }, `exit ${S3_ENDPOINT.length - 9}`), [0, '']);
});

const WAIT = 'trap "exit 3" TERM INT HUP; echo "$S3_ENDPOINT $$"; while :; do sleep 0.1; done';
const folderOf = (printed: string): string => /at-\d+ (\S+)/.exec(printed)?.[1] ?? '';

test('started servers are gone afterwards: at the end, at a signal, when the runner is killed', async (t) => {
  const { S3_ENDPOINT: _, ...others } = URLS;
  const env = { ...others, SERVER_PROGRAMS: programs(t, 's3') };
  const [, printed] = await run(env, 'test -f "${S3_ENDPOINT#* }/pid" && echo "$S3_ENDPOINT"');
  t.not(folderOf(printed), '');
  t.false(existsSync(folderOf(printed)));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
    const { child, printed, ended } = start(env, WAIT);
    await eventually('the command runs', () => folderOf(printed()) !== '');
    t.true(existsSync(folderOf(printed())), signal);
    child.kill(signal);
    if (signal === 'SIGKILL') process.kill(Number(/ (\d+)\n/.exec(printed())?.[1]));
    await ended;
    await eventually('the folder is gone', () => !existsSync(folderOf(printed())));
  }
});
