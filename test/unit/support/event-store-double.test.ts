/**
 * The double of EventStoreDB, by the stock client, where no test of the adapter sees it: that its process keeps what it
 * answered, and that it ends a subscription as the server does. The contract of the event store holds the rest.
 */
import { join } from 'node:path';
import { type AllStreamSubscription, streamNameFilter } from '@eventstore/db-client';
import test from 'ava';
import { spawnEventStoreDouble } from '../../support/event-store-double/spawn.ts';
import { startEventStoreDouble } from '../../support/event-store-double/start.ts';
import { event, idsOf, openClient, unary } from '../../support/event-store-double/stock-client.ts';
import { eventually, untilItSucceeds } from '../../support/kernel/eventually.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';

type Watched = {
  /** `caughtUp`, the class of an error, and of events `<stream>@<revision>`. */
  readonly told: readonly string[];
  readonly error: () => Error | undefined;
};

/** All that a subscription of the stock client tells, in its order. */
const watch = (subscription: AllStreamSubscription): Watched => {
  const told: string[] = [];
  let error: Error | undefined;
  subscription.on('caughtUp', () => told.push('caughtUp'));
  subscription.on('error', (failure) => {
    error = failure;
    told.push(failure.constructor.name);
  });
  subscription.on('data', ({ event }) => told.push(`${event?.streamId}@${event?.revision}`));
  return { told, error: () => error };
};

/** Rejects with all that was told instead. */
const untilTold = async (watched: Watched, what: string): Promise<void> => {
  try {
    await eventually(`${what} is told`, () => watched.told.includes(what));
  } catch (cause) {
    const { told, error } = watched;
    throw new Error(`told was [${told.join(', ')}] without ${what}: ${error()?.message ?? 'no error'}`, { cause });
  }
};

test.serial(
  'killed in the middle of appends that are repeated: nothing is lost, and nothing is there twice',
  async (t) => {
    const process = await spawnEventStoreDouble(t, { data: join(tempFolder(t), 'log.sqlite') });
    const client = openClient(t, process.url);
    const count = 40;
    let acknowledged = 0;
    const lane = async (stream: string): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let revision = -1; revision < count - 1; revision += 1) {
        const one = event();
        const expectedRevision = revision < 0 ? 'no_stream' : BigInt(revision);
        await untilItSucceeds('it is taken', async () =>
          client.appendToStream(stream, one, { expectedRevision, ...unary }),
        );
        ids.push(one.id);
        acknowledged += 1;
      }
      return ids;
    };
    const lanes = ['box-1', 'box-2', 'box-3'];
    const writing = Promise.all(lanes.map(lane));
    await eventually('some are taken', () => acknowledged > count);
    await process.kill();
    await process.start();
    const written = await writing;
    for (const [index, stream] of lanes.entries()) {
      t.deepEqual(await idsOf(client.readStream(stream)), written[index]);
    }
  },
);

test.serial('a live subscription that lacks more than 64 events at once is ended, whatever it filters', async (t) => {
  const client = openClient(t, (await startEventStoreDouble(t, {})).url);
  await client.appendToStream('box-1', event(), { expectedRevision: 'no_stream' });
  const filters = [undefined, streamNameFilter({ prefixes: ['box-'] })];
  const watched = filters.map((filter) => watch(client.subscribeToAll(filter && { filter })));
  for (const one of watched) await untilTold(one, 'caughtUp');
  const burst = async (expected: number, count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => event());
    await client.appendToStream('box-1', events, { expectedRevision: BigInt(expected) });
  };
  await burst(0, 62);
  for (const one of watched) await untilTold(one, 'box-1@62');
  await burst(62, 65);
  for (const one of watched) {
    await untilTold(one, 'TimeoutError');
    t.regex(
      one.error()?.message ?? '',
      /Consumer too slow to handle event while live\. Client resubscription required/,
    );
  }
  const last = watched.map(({ told }) => told.findLast((what) => what.includes('@')));
  t.deepEqual(last, ['box-1@94', 'box-1@93'], 'what was on its way out has come, a checkpoint among it');
});
