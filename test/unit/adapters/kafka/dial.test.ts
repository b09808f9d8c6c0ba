/** A broker whose host is silent: nothing waits for it after the time of a connection. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { runProgram } from '../../../support/process/run-program.ts';

const CLIENT = new URL('../../../../src/adapters/kafka/client.ts', import.meta.url).href;
const TIMERS = new URL('../../../../src/adapters/system/timers.ts', import.meta.url).href;
/** Without an end of its own a connection takes the two minutes of the system. */
const PATIENCE_MS = 60_000;

/** Its process is stopped, so that it accepts nothing; the queue of the system holds two. */
const SERVER = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port), () => process.kill(process.pid, 'SIGSTOP'));
  });`;
const FILLERS = 8;

/** A port that takes no more connections, and refuses none: as of a host that is gone from its network. */
const givenSilentPort = async (t: ExecutionContext): Promise<number> => {
  const server = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => server.kill('SIGKILL'));
  const [text] = (await once(server.stdout, 'data')) as [Buffer];
  const port = Number(text.toString());
  const fillers = Array.from({ length: FILLERS }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  t.teardown(() => fillers.forEach((filler) => filler.destroy()));
  while (fillers.every(({ connecting }) => connecting)) await wait(10);
  return port;
};

test('a connection that a broker does not take keeps no process alive', async (t) => {
  const port = await givenSilentPort(t);
  const script = `
    import { createClient } from ${JSON.stringify(CLIENT)};
    import { createTimers } from ${JSON.stringify(TIMERS)};
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const options = { brokers: ['127.0.0.1:${port}'], clientId: 'a', logger, timers: createTimers() };
    const admin = createClient(options).admin({ retry: { retries: 0 } });
    await admin.connect().catch(({ name }) => console.log(name));
    await admin.disconnect();`;
  const words = ['--input-type=module', '-e', script];
  const { status, stdout } = await runProgram(process.execPath, words, { timeout: PATIENCE_MS });
  t.is(stdout, 'KafkaJSNumberOfRetriesExceeded\n');
  t.is(status, 0);
});
