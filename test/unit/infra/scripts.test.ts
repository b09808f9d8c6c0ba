/** Scripts beside the service: the health check, and those that make things on servers. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'ava';
import { listening } from '../../support/http/listening.ts';
import { runProgram } from '../../support/process/run-program.ts';

const INFRA = join(import.meta.dirname, '../../../infra');

const run = async (script: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runProgram(process.execPath, [join(INFRA, script), ...args], { env });

test('a process is healthy that answers for its life, and no other', async (t) => {
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  const { port, close } = await listening(t, server);
  const env = { PORT: String(port) };
  t.is((await run('check-health.ts', env)).status, 0);
  status = 503;
  t.is((await run('check-health.ts', env)).status, 1);
  await close();
  t.is((await run('check-health.ts', env)).status, 1, 'nobody answers');
  t.deepEqual(asked, ['/health/live', '/health/live']);
});

for (const [script, variable] of [
  ['kafka/create-topics.ts', 'KAFKA_BROKERS'],
  ['mongo/create-indexes.ts', 'MONGODB_URL'],
  ['s3/create-bucket.ts', 'S3_ENDPOINT'],
] as const) {
  test(`${script} says how it is run, and what it needs`, async (t) => {
    const help = await run(script, {}, '--help');
    t.is(help.status, 0, help.stderr);
    t.regex(help.stdout, new RegExp(`^Usage: node infra/${script} \\[options\\]$`, 'm'));
    t.true(help.stdout.includes(variable));
    const bare = await run(script, {});
    t.is(bare.status, 2);
    t.true(bare.stderr.includes(`${variable} is required`));
  });
}

test('a store that refuses the bucket is said to refuse it', async (t) => {
  const { url } = await listening(
    t,
    createServer((_, response) => void response.writeHead(403).end()),
  );
  const env = { S3_ENDPOINT: url, S3_BUCKET: 'films', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
  const { status, stderr } = await run('s3/create-bucket.ts', env);
  t.is(status, 1);
  t.regex(stderr, /^create-bucket: the object store answered 403 \w+\nRun it again/);
});
