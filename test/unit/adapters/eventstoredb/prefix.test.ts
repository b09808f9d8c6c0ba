/** Logs under prefixes of their own, on one server: none sees, meets or moves another. */
import test from 'ava';
import { collect, newCategory, newEvents, startEpoch } from '../../../contract/samples.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { follow, openBoth, openOn, revisionsOf, upTo } from './open.ts';

test('the same stream of two logs is two streams, and each feed has its own alone', async (t) => {
  const bare = await openBoth(t);
  const category = newCategory();
  const stream = `${category}-1`;
  const logs = [bare, openOn(t, bare.double.url, { prefix: 'one.' }), openOn(t, bare.double.url, { prefix: 'other.' })];
  const followers = logs.map((log) => follow(t, log, category));
  const written = logs.map((_, index) => newEvents(3 + index));
  for (const [index, { store }] of logs.entries()) await store.append(stream, 'none', written[index] ?? []);
  for (const [index, { store, feed }] of logs.entries()) {
    const ids = written[index]?.map(({ id }) => id);
    const events = await collect(store.readStream(stream));
    t.deepEqual(
      events.map(({ id }) => id),
      ids,
    );
    t.true(events.every((event) => event.stream === stream));
    const read = (await collect(feed.read('', { categories: [category] }))).flatMap((batch) => batch.events);
    t.deepEqual(read, events);
    await eventually('it was heard of', () => followers[index]?.seen.length === events.length);
    t.deepEqual(followers[index]?.seen, events);
  }
  const [, one, other] = logs;
  t.is(await one?.feed.head(), (await one?.store.head(stream))?.position);
  t.true(((await one?.feed.head()) ?? '') < ((await other?.feed.head()) ?? ''));
});

test('a log that holds nothing yet is empty, however much others have written', async (t) => {
  const bare = await openBoth(t);
  const stream = `${newCategory()}-1`;
  await bare.store.append(stream, 'none', newEvents(600));
  const { store, feed } = openOn(t, bare.double.url, { prefix: 'new.' });
  t.is(await feed.head(), '');
  t.is(await store.head(stream), undefined);
  t.deepEqual(await collect(feed.read('')), []);
});

test('writes of others are not seen', async (t) => {
  const bare = await openBoth(t);
  const category = newCategory();
  const own = openOn(t, bare.double.url, { prefix: 'own.' });
  const follower = follow(t, own, category);
  await eventually('it listens', () => bare.double.faults.openSubscriptions() === 1);
  const subscriptions = bare.double.faults.next({ on: 'subscribe', kind: 'slow', ms: 0, times: Infinity });
  for (const n of upTo(5)) await bare.store.append(`${category}-${n}`, 'none', newEvents(20));
  await own.store.append(`${category}-1`, 'none', newEvents(2));
  await eventually('its own was heard of', () => follower.seen.length === 2);
  t.deepEqual(revisionsOf(follower), [0, 1]);
  await eventually('it listens again', () => bare.double.faults.openSubscriptions() === 1);
  t.is(subscriptions.fired(), 1, 'the others rang no bell');
});

test('an epoch of one log is none of another', async (t) => {
  const bare = await openBoth(t);
  const own = openOn(t, bare.double.url, { prefix: 'own.' });
  await startEpoch(bare.store, '{"epoch":7}');
  await own.store.append('box-1', 'none', newEvents(1));
  t.true((await own.feed.head()).startsWith('0000-'));
  t.true((await bare.feed.head()).startsWith('0007-'));
});
