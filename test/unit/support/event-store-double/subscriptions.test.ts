/** Subscriptions as the stock client sees them: order, starts, filters, checkpoints, and how they break off. */
import {
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import test from 'ava';
import { eventually } from '../../../support/kernel/eventually.ts';
import { openDouble } from '../../../support/event-store-double/open-double.ts';
import { event } from '../../../support/event-store-double/stock-client.ts';
import { untilTold, watch } from '../../../support/event-store-double/watch.ts';

const append = async (
  client: EventStoreDBClient,
  stream: string,
  expected: number,
  type?: string,
): Promise<Position> => {
  const expectedRevision = expected < 0 ? 'no_stream' : BigInt(expected);
  const { position } = await client.appendToStream(stream, event(undefined, {}, type), { expectedRevision });
  if (position === undefined) throw new Error('an append has a position');
  return position;
};

test.serial('of a stream: confirmed, what is there, caught up, what comes', async (t) => {
  const { client } = await openDouble(t);
  await append(client, 'box-1', -1);
  await append(client, 'box-1', 0);
  const all = watch(client.subscribeToStream('box-1'));
  const after = watch(client.subscribeToStream('box-1', { fromRevision: 0n }));
  const onlyNew = watch(client.subscribeToStream('box-1', { fromRevision: 'end' }));
  for (const one of [all, after, onlyNew]) await untilTold(one, 'caughtUp');
  await append(client, 'box-2', -1);
  await append(client, 'box-1', 1);
  for (const one of [all, after, onlyNew]) await untilTold(one, 'box-1@2');
  t.deepEqual(all.told, ['confirmation', 'box-1@0', 'box-1@1', 'caughtUp', 'box-1@2']);
  t.deepEqual(after.told, ['confirmation', 'box-1@1', 'caughtUp', 'box-1@2']);
  t.deepEqual(onlyNew.told, ['confirmation', 'caughtUp', 'box-1@2']);
});

test.serial('of a stream that is not there: confirmed, never caught up, and its first event comes', async (t) => {
  const { client } = await openDouble(t);
  const watched = watch(client.subscribeToStream('box-1'));
  await untilTold(watched, 'confirmation');
  await append(client, 'box-1', -1);
  await untilTold(watched, 'box-1@0');
  t.deepEqual(watched.told, ['confirmation', 'box-1@0']);
});

test.serial('of everything: from the start, after a position, from now on', async (t) => {
  const { client } = await openDouble(t);
  const first = await append(client, 'box-1', -1);
  await append(client, 'box-2', -1);
  const all = watch(client.subscribeToAll());
  const after = watch(client.subscribeToAll({ fromPosition: first }));
  const onlyNew = watch(client.subscribeToAll({ fromPosition: 'end' }));
  for (const one of [all, after, onlyNew]) await untilTold(one, 'caughtUp');
  await append(client, 'box-2', 0);
  for (const one of [all, after, onlyNew]) await untilTold(one, 'box-2@1');
  t.deepEqual(all.events(), ['box-1@0', 'box-2@0', 'box-2@1']);
  t.true(
    all.told.some((what) => what.startsWith('$')),
    "the server's own events come too",
  );
  t.deepEqual(after.told, ['confirmation', 'box-2@0', 'caughtUp', 'box-2@1']);
  t.deepEqual(onlyNew.told, ['confirmation', 'caughtUp', 'box-2@1']);
});

test.serial('nothing is missed or told twice while appends go on', async (t) => {
  const { client } = await openDouble(t);
  const count = 100;
  const write = async (stream: string): Promise<void> => {
    for (let revision = -1; revision < count - 1; revision += 1) await append(client, stream, revision);
  };
  const writing = Promise.all(['box-1', 'box-2'].map(write));
  const watched = watch(client.subscribeToAll());
  await writing;
  await eventually('all are told', () => watched.events().length >= 2 * count);
  for (const stream of ['box-1', 'box-2']) {
    const told = watched.events().filter((what) => what.startsWith(stream));
    t.deepEqual(
      told,
      Array.from({ length: count }, (_, revision) => `${stream}@${revision}`),
    );
  }
});

test.serial('filters: by prefixes or expression, of stream or type', async (t) => {
  const { client } = await openDouble(t);
  await append(client, 'job-1', -1, 'JobQueued');
  await append(client, 'plan-1', -1, 'PlanMade');
  const filters = {
    streams: streamNameFilter({ prefixes: ['job-', 'x'] }),
    types: eventTypeFilter({ prefixes: ['Plan'] }),
    expression: streamNameFilter({ regex: '^plan' }),
    ours: excludeSystemEvents(),
  };
  const watched = Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, watch(client.subscribeToAll({ filter }))]),
  );
  for (const one of Object.values(watched)) await untilTold(one, 'caughtUp');
  const told = Object.fromEntries(
    Object.entries(watched).map(([name, one]) => [name, one.told.filter((what) => what.includes('@'))]),
  );
  t.deepEqual(told, {
    streams: ['job-1@0'],
    types: ['plan-1@0'],
    expression: ['plan-1@0'],
    ours: ['job-1@0', 'plan-1@0'],
  });
});

test.serial(
  'checkpoints come where the filter lets nothing through, and a subscription goes on from one',
  async (t) => {
    const { client } = await openDouble(t);
    const checkpoints: Position[] = [];
    const filter = streamNameFilter({
      prefixes: ['job-'],
      maxSearchWindow: 4,
      checkpointInterval: 2,
      checkpointReached: async (_, position) => void checkpoints.push(position),
    });
    const watched = watch(client.subscribeToAll({ filter, fromPosition: 'end' }));
    await untilTold(watched, 'caughtUp');
    for (let revision = -1; revision < 15; revision += 1) await append(client, 'plan-1', revision);
    await append(client, 'job-1', -1);
    await untilTold(watched, 'job-1@0');
    t.is(checkpoints.length, 2);
    const [, last] = checkpoints;
    const resumed = watch(client.subscribeToAll(last && { fromPosition: last }));
    await untilTold(resumed, 'caughtUp');
    t.deepEqual(resumed.events(), ['job-1@0'], 'the second checkpoint is the sixteenth event');
  },
);

test.serial('a server that is killed: an error, no end, no close; and on from the last position', async (t) => {
  const { client, double } = await openDouble(t);
  await append(client, 'box-1', -1);
  const watched = watch(client.subscribeToAll());
  await untilTold(watched, 'caughtUp');
  await double.stop();
  await untilTold(watched, 'UnavailableError');
  t.is(watched.error()?.code, 14);
  await double.start();
  const commit = watched.position();
  const resumed = watch(client.subscribeToAll({ fromPosition: { commit, prepare: commit } }));
  await untilTold(resumed, 'caughtUp');
  await append(client, 'box-1', 0);
  await untilTold(resumed, 'box-1@1');
  t.deepEqual(resumed.events(), ['box-1@1']);
  t.deepEqual(watched.told.slice(-2), ['caughtUp', 'UnavailableError']);
});

test.serial('no position, no subscription', async (t) => {
  const { client } = await openDouble(t);
  const watched = watch(client.subscribeToAll({ fromPosition: { commit: 7n, prepare: 7n } }));
  await untilTold(watched, 'UnknownError');
  t.is(watched.error()?.code, 2);
});

test.serial('a server that is told to stop goes on for a while, then leaves an error', async (t) => {
  const { client, double } = await openDouble(t);
  const watched = watch(client.subscribeToAll());
  await untilTold(watched, 'caughtUp');
  const retired = double.retire(300);
  await append(client, 'box-1', -1);
  await untilTold(watched, 'box-1@0');
  await retired;
  await untilTold(watched, 'UnknownError');
  t.is(watched.error()?.code, 13);
  t.deepEqual(watched.told.slice(-2), ['box-1@0', 'UnknownError']);
});

test.serial('a live one that lacks more than 64 events at once is ended, whatever it filters', async (t) => {
  const { client, double } = await openDouble(t);
  await append(client, 'box-1', -1);
  const filter = streamNameFilter({ prefixes: ['box-'] });
  const told = [
    watch(client.subscribeToAll()),
    watch(client.subscribeToAll({ filter })),
    watch(client.subscribeToStream('box-1')),
  ];
  for (const one of told) await untilTold(one, 'caughtUp');
  const burst = async (expected: number, count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => event());
    await client.appendToStream('box-1', events, { expectedRevision: BigInt(expected) });
  };
  await burst(0, 62);
  for (const one of told) await untilTold(one, 'box-1@62');
  t.is(double.faults.tooSlow(), 0);
  await burst(62, 65);
  for (const one of told) {
    await untilTold(one, 'TimeoutError');
    t.is(one.error()?.code, 10);
    t.regex(
      one.error()?.message ?? '',
      /Operation timed out: Consumer too slow to handle event while live\. Client resubscription required\./,
    );
  }
  t.is(double.faults.tooSlow(), 3);
  t.deepEqual(
    told.map((one) => one.events().at(-1)),
    ['box-1@94', 'box-1@93', 'box-1@94'],
    'what was on its way out has come, a checkpoint among it',
  );
});

test.serial('one that catches up is waited for, however much there is', async (t) => {
  const { client, double } = await openDouble(t);
  const events = Array.from({ length: 1_000 }, () => event());
  await client.appendToStream('box-1', events, { expectedRevision: 'no_stream' });
  const watched = watch(client.subscribeToAll());
  await untilTold(watched, 'caughtUp');
  t.is(watched.events().length, 1_000);
  t.is(double.faults.tooSlow(), 0);
});
