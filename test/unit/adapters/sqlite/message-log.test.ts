/** The embedded message log, where contract checks cannot reach: what it keeps, and what it bounds. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type DataFolder, openDataFolder } from '../../../../src/adapters/sqlite/data-folder.ts';
import { createIds } from '../../../../src/adapters/system/ids.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Handled } from '../../../../src/ports/message-log.ts';
import { newEvents, newStream } from '../../../contract/samples.ts';
import { createFakeClock, type FakeClock } from '../../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../../support/kernel/silent-logger.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';

const opened = (t: ExecutionContext): { data: DataFolder; fake: FakeClock; read: DatabaseSync } => {
  const folder = tempFolder(t);
  const fake = createFakeClock();
  const { timers, clock } = fake;
  const fatal = (error: unknown): void => t.fail(String(error));
  const data = openDataFolder(folder, { timers, clock, ids: createIds(), logger: silentLogger, fatal });
  const read = new DatabaseSync(join(folder, 'read.sqlite'));
  t.teardown(async () => data.close());
  t.teardown(() => read.close());
  return { data, fake, read };
};

/** A consumer of jobs that counts its messages, and is done with each once `outcome` is there. */
const consumed = async ({ messages }: DataFolder, outcome: Handled | Promise<Handled> = { kind: 'done' }) => {
  let handled = 0;
  const handle = async (): Promise<Handled> => {
    handled += 1;
    return outcome;
  };
  const consumer = await messages.consume({ topic: 'pi.job.v1', group: 'g', inFlightMax: 8, ordered: true, handle });
  return { consumer, handled: () => handled };
};

const count = (read: DatabaseSync, table: string): number =>
  Number(read.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);

test('the read-ahead is bounded, and the rest comes when there is room', async (t) => {
  const { data, fake } = opened(t);
  const total = 4 * limits.messageReadAheadMax;
  for (let n = 0; n < total; n += 64) {
    await Promise.all(
      Array.from({ length: 64 }, async () => data.store.append(newStream('job'), 'none', newEvents(1))),
    );
  }
  const gate = Promise.withResolvers<Handled>();
  const { consumer, handled } = await consumed(data, gate.promise);
  for (let turns = 0; turns < 200; turns += 1) await turn();
  t.is(handled(), 8);
  t.is(await consumer.lag(), limits.messageReadAheadMax);
  gate.resolve({ kind: 'done' });
  for (let turns = 0; turns < 2_000; turns += 1) await turn();
  t.is(handled(), total);
  await fake.advance(1_000);
});

test('offsets are saved seldom, and move only when there is something new', async (t) => {
  const { data, fake, read } = opened(t);
  const { consumer } = await consumed(data);
  const offsets = (): unknown[] => read.prepare('SELECT * FROM offsets ORDER BY partition').all();
  await data.store.append(newStream('job'), 'none', newEvents(3));
  for (let turns = 0; turns < 5; turns += 1) await turn();
  t.is(count(read, 'offsets'), 0, 'not at once');
  await fake.advance(limits.offsetsSaveEveryMs);
  t.is(count(read, 'offsets'), limits.messagePartitions, 'all, so that a restart does not read all again');
  const saved = offsets();
  await fake.advance(20 * limits.offsetsSaveEveryMs);
  t.deepEqual(offsets(), saved);
  t.is(count(read, 'members'), 1);
  await consumer.stop();
  t.is(count(read, 'members'), 0, 'who stops says so');
});

test('a dead letter whose event the log does not have goes back to the dead letters', async (t) => {
  const { data, fake, read } = opened(t);
  await data.store.append(newStream('job'), 'none', newEvents(1));
  read.exec(`INSERT INTO dead_letters (id, consumer, topic, "group", key, position, before, reason, attempts, at)
    VALUES ('lost', 'pi.job.v1/g', 'pi.job.v1', 'g', 'job-1',
      '0000-000000000009', '0000-000000000008', 'r', 5, 'now')`);
  const { handled } = await consumed(data);
  await data.messages.redrive('lost');
  await fake.advance(2 * limits.memberBeatMs);
  t.deepEqual(
    (await data.messages.deadLetters(9)).letters.map(({ id }) => id),
    ['lost'],
  );
  t.is(handled(), 1);
});
