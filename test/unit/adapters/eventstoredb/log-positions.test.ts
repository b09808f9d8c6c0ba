/** Positions sort as text in the order of the log, also over epochs, in every process. */
import test from 'ava';
import { createLogPositions } from '../../../../src/adapters/eventstoredb/log-positions.ts';
import { seqBefore, toCommit, toSeq } from '../../../../src/adapters/eventstoredb/server/sequence.ts';
import { START } from '../../../../src/kernel/position.ts';
import { collect, newCategory, newEvent, newEvents, newStream, startEpoch } from '../../../contract/samples.ts';
import { NO_STREAM } from '../../../support/event-store-double/append-rules.ts';
import type { EventStoreDouble } from '../../../support/event-store-double/start.ts';
import { systemEvent } from '../../../support/event-store-double/system-events.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';
import { follow, openBoth, openOn } from './open.ts';

/** The server writes many events for itself. */
const writeStatistics = async ({ storage }: EventStoreDouble): Promise<unknown> => {
  const events = Array.from({ length: 200 }, (_, index) => systemEvent('$statsCollected', index));
  return storage().append({ stream: '$stats-test', expected: NO_STREAM, events });
};

test('commit positions sort as text, and go there and back', (t) => {
  const commits = ['0', '9', '10', '4294967296', '9007199254740993', '18446744073709551614'];
  const seqs = commits.map((commit) => String(toSeq(commit)));
  t.deepEqual(seqs.toSorted(), seqs);
  t.deepEqual(seqs.map(toCommit), commits);
  t.is(seqBefore(String(seqs[2])), String(toSeq('9')));
  t.is(toSeq('18446744073709551615'), undefined, 'what an old server says of events in streams');
});

test('a position names its epoch; the marker is the first of its own', async (t) => {
  const { store } = await openBoth(t);
  const before = await store.append(newStream(), 'none', newEvents(1));
  const marker = await startEpoch(store, '{"epoch":7}');
  const after = await store.append(newStream(), 'none', newEvents(1));
  t.regex(before.position, /^0000-\d{20}$/);
  t.regex(marker, /^0007-\d{20}$/);
  t.regex(after.position, /^0007-\d{20}$/);
  t.true(START < before.position && before.position < marker && marker < after.position);
});

test('an epoch that is named too low, or not at all, is the next one all the same', async (t) => {
  const { store } = await openBoth(t);
  t.true((await startEpoch(store, '{"epoch":3}')).startsWith('0003-'));
  t.true((await startEpoch(store, '{"epoch":2}')).startsWith('0004-'));
  await store.append('system-log', 1, [newEvent(), newEvent({ type: 'LogEpochStarted', data: 'nonsense' })]);
  t.true((await store.head('system-log'))?.position.startsWith('0005-'));
  await store.append(newStream('system'), 'none', [newEvent({ type: 'LogEpochStarted' })]);
  t.true((await store.append(newStream(), 'none', newEvents(1))).position.startsWith('0005-'), 'another stream');
});

test('another process sees the epoch in the feed at once, and by itself after a while', async (t) => {
  const first = await openBoth(t);
  const { clock, advance } = createFakeClock();
  const [follower, writer] = [openOn(t, first.double.url, { clock }), openOn(t, first.double.url, { clock })];
  const category = newCategory();
  const stream = newStream(category);
  const following = follow(t, follower, category);
  await first.store.append(stream, 'none', newEvents(1));
  await eventually('it is live', () => following.seen.length === 1);
  t.true((await writer.store.head(stream))?.position.startsWith('0000-'));
  await startEpoch(first.store, '{"epoch":1}');
  await first.store.append(stream, 0, newEvents(1));
  await eventually('the next one came', () => following.seen.length === 2);
  t.true(following.seen[1]?.position.startsWith('0001-'));
  await advance(2_000);
  const [head, stored] = [await writer.store.head(stream), await collect(writer.store.readStream(stream))];
  t.true(head?.position.startsWith('0001-'));
  t.deepEqual(stored, following.seen);
});

test('a reader past the end of an epoch that was cut off gets all of the next one', async (t) => {
  const { store, feed } = await openBoth(t);
  const category = newCategory();
  await store.append(newStream(category), 'none', newEvents(2));
  const lost = `0000-${'9'.repeat(20)}`;
  await startEpoch(store, '{"epoch":1}');
  const { position } = await store.append(newStream(category), 'none', newEvents(1));
  const events = (await collect(feed.read(lost))).flatMap((batch) => batch.events);
  t.deepEqual(
    events.map(({ type }) => type),
    ['LogEpochStarted', 'SomethingHappened'],
  );
  for await (const batch of feed.subscribe(lost, { categories: [category] })) {
    if (batch.events.length === 0) continue;
    t.deepEqual(
      batch.events.map((event) => event.position),
      [position],
    );
    break;
  }
});

test('a reader among the server’s own events, past a restored end, gets all of the next epoch', async (t) => {
  const { store, feed, double } = await openBoth(t);
  const { position } = await store.append(newStream(), 'none', newEvents(1));
  // Of an event that is gone: the server has written over its place since, and no event begins there.
  const lost = `0000-${String(BigInt(position.slice(5)) + 1n).padStart(20, '0')}`;
  await writeStatistics(double);
  await startEpoch(store, '{"epoch":1}');
  await store.append(newStream(), 'none', newEvents(1));
  const events = (await collect(feed.read(lost))).flatMap((batch) => batch.events);
  t.deepEqual(
    events.map(({ type }) => type),
    ['LogEpochStarted', 'SomethingHappened'],
  );
  const kept = (await collect(feed.read(position))).flatMap((batch) => batch.events);
  t.deepEqual(kept, events);
});

test('a position of an epoch to come is after everything until that has come', async (t) => {
  const { store, feed } = await openBoth(t);
  const category = newCategory();
  await store.append(newStream(category), 'none', newEvents(2));
  const toCome = `0002-${'0'.repeat(20)}`;
  t.deepEqual(await collect(feed.read(toCome)), []);
  const seen: string[] = [];
  const following = (async (): Promise<void> => {
    for await (const { events } of feed.subscribe(toCome)) {
      seen.push(...events.map(({ position }) => position));
      if (seen.length >= 2) break;
    }
  })();
  const between = await store.append(newStream(category), 'none', newEvents(1));
  const marker = await startEpoch(store, '{"epoch":2}');
  const after = await store.append(newStream(category), 'none', newEvents(1));
  await following;
  t.deepEqual(seen, [marker, after.position]);
  t.true(between.position < toCome);
});

test('a foreign position is a bug of the caller', async (t) => {
  const { clock } = createFakeClock();
  const positions = createLogPositions({ clock, readMarkers: async () => [], lastBefore: async () => '' });
  for (const strange of ['0', '0000-000000000001', 'start', `0000-${'x'.repeat(20)}`]) {
    await t.throwsAsync(positions.placeOf(strange), { name: 'BrokenInvariant' });
  }
});

test('looks are shared, and a while apart', async (t) => {
  const { clock, advance } = createFakeClock();
  let reads = 0;
  const readMarkers = async (): Promise<[]> => {
    reads += 1;
    return [];
  };
  const positions = createLogPositions({ clock, readMarkers, lastBefore: async () => '' });
  await Promise.all([positions.look(), positions.look(), positions.look()]);
  await positions.look();
  t.is(reads, 1);
  await positions.look('now');
  t.is(reads, 2);
  await advance(60_000);
  await positions.look();
  t.is(reads, 3);
});

test('the head is the last event that is not the server’s own, and the feed reaches it', async (t) => {
  const { store, feed, double } = await openBoth(t);
  t.is(await feed.head(), START, 'a new server has written only for itself');
  const { position } = await store.append(newStream(), 'none', newEvents(1));
  await writeStatistics(double);
  t.is(await feed.head(), position);
  t.is(await feed.head(), position);
  const batches = await collect(feed.read(START));
  t.is(batches.at(-1)?.through, position);
  t.is(batches.flatMap(({ events }) => events).length, 1);
  t.deepEqual(await collect(feed.read(position)), []);
});
