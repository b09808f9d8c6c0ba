/** A broker whose host is silent: nothing waits for it after the time of a connection. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'ava';
import { givenSilentPort } from '../../../support/adapters/silent-host.ts';

const CLIENT = new URL('../../../../src/adapters/kafka/client.ts', import.meta.url).href;
const TIMERS = new URL('../../../../src/adapters/system/timers.ts', import.meta.url).href;
/** Without an end of its own a connection takes the two minutes of the system. */
const PATIENCE_MS = 60_000;

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
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { timeout: PATIENCE_MS });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  t.is(said.toString(), 'KafkaJSNumberOfRetriesExceeded\n');
  t.deepEqual(await once(child, 'exit'), [0, null]);
});
