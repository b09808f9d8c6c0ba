/** Positions and epochs of the embedded log. */
import { join } from 'node:path';
import test from 'ava';
import type { EventFeed } from '../../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { collect, newEvent, newEvents, newStream, startEpoch } from '../../../contract/samples.ts';
import { tempFolder } from '../../../support/process/temp-folder.ts';
import { logAt } from './open.ts';

const eventsAfter = async (feed: EventFeed, position: string): Promise<StoredEvent[]> =>
  (await collect(feed.read(position))).flatMap(({ events }) => events);

test('an empty log has no events, and its head is the start', async (t) => {
  const { feed } = logAt(t);
  t.is(await feed.head(), '');
  t.deepEqual(await collect(feed.read('')), []);
});

test('positions count from 1 in epoch 0', async (t) => {
  const { store, feed } = logAt(t);
  t.deepEqual(await store.append(newStream(), 'none', newEvents(2)), { revision: 1, position: '0000-000000000002' });
  t.is(await feed.head(), '0000-000000000002');
});

test('an epoch that starts puts all later positions after the old ones, itself first', async (t) => {
  const { store, feed } = logAt(t);
  const stream = newStream();
  await store.append(stream, 'none', newEvents(3));
  t.is(await startEpoch(store), '0001-000000000004');
  const { position } = await store.append(stream, 2, newEvents(1));
  t.is(position, '0001-000000000005');
  const positions = (await eventsAfter(feed, '')).map((event) => event.position);
  t.deepEqual(positions, [
    '0000-000000000001',
    '0000-000000000002',
    '0000-000000000003',
    '0001-000000000004',
    '0001-000000000005',
  ]);
  t.deepEqual(positions, positions.toSorted());
  t.deepEqual(
    (await collect(store.readStream(stream))).map((event) => event.position),
    positions.filter((_, index) => index !== 3),
  );
});

test('a reader past the end of an old epoch, as after a restored backup, sees all of the new one', async (t) => {
  const { store, feed } = logAt(t);
  await store.append(newStream(), 'none', newEvents(3));
  await startEpoch(store);
  await store.append(newStream(), 'none', newEvents(1));
  t.deepEqual(
    (await eventsAfter(feed, '0000-000000000900')).map(({ position }) => position),
    ['0001-000000000004', '0001-000000000005'],
  );
  t.is((await eventsAfter(feed, '0000-000000000002')).length, 3);
  t.is((await eventsAfter(feed, '0001-000000000004')).length, 1);
});

test('the operator may name a higher epoch, never a lower one', async (t) => {
  const { store } = logAt(t);
  t.is(await startEpoch(store, '{"epoch":7}'), '0007-000000000001');
  t.is(await startEpoch(store, '{"epoch":3}'), '0008-000000000002');
  t.is(await startEpoch(store, '{"epoch":"x"}'), '0009-000000000003');
});

test('an epoch is known after opening again, and to other handles at once', async (t) => {
  const path = join(tempFolder(t), 'log.sqlite');
  const [one, two] = [logAt(t, path), logAt(t, path)];
  const stream = newStream();
  await two.store.append(stream, 'none', newEvents(1));
  await startEpoch(one.store);
  const { position } = await one.store.append(stream, 0, newEvents(1));
  t.is(position, '0001-000000000003');
  t.is((await two.store.head(stream))?.position, position);
  t.is((await two.store.append(stream, 1, newEvents(1))).position, '0001-000000000004');
  await Promise.all([one.close(), two.close()]);
  t.is(await logAt(t, path).feed.head(), '0001-000000000004');
});

test('only the event of that type in that stream starts an epoch', async (t) => {
  const { store, feed } = logAt(t);
  await store.append('system-log', 'none', newEvents(1));
  await store.append(newStream('system'), 'none', [newEvent({ type: 'LogEpochStarted' })]);
  t.is(await feed.head(), '0000-000000000002');
});

test('a position of another log is a bug, and is told', async (t) => {
  const { feed } = logAt(t);
  for (const position of ['12', 'C:1/P:1', '0000-1', '00000-00000000001', '0000-0000000000012']) {
    await t.throwsAsync(collect(feed.read(position)), { message: /not a position/ });
  }
});
