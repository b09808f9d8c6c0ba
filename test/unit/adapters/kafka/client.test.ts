/** The faults and log lines made of those of kafkajs. */
import test from 'ava';
import { createClient } from '../../../../src/adapters/kafka/client.ts';
import type { LogFields } from '../../../../src/ports/basics.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { createSeverable } from '../../../support/adapters/severable.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';

test('each try to reach a broker that is away is no warning: the caller reports the outcome', async (t) => {
  const warned: string[] = [];
  const noted: string[] = [];
  const logger = {
    ...silentLogger,
    debug: (_: LogFields, message: string) => void noted.push(message),
    warn: (_: LogFields, message: string) => void warned.push(message),
  };
  const { connect, sever } = createSeverable();
  sever();
  const client = createClient({ brokers: ['nowhere:9092'], clientId: 'test', logger, timers: createTimers(), connect });
  await t.throwsAsync(client.admin({ retry: { initialRetryTime: 1, maxRetryTime: 2, retries: 2 } }).connect());
  t.true(noted.length >= 3, 'kafkajs says something at each try');
  t.deepEqual(warned, []);
});
