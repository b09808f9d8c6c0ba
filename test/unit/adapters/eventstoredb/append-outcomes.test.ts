/** Every trouble that a server can make for an append: what the caller is told, and that the append is stored once. */
import test from 'ava';
import type { EventStoreDb } from '../../../../src/adapters/eventstoredb/open-event-store-db.ts';
import type { FaultCode } from '../../../../src/kernel/faults.ts';
import type { EncodedEvent, EventStore } from '../../../../src/ports/event-store.ts';
import { collect, newEvents, newStream, rejectsWith } from '../../../contract/samples.ts';
import type { FaultKind, FaultSpec } from '../../../support/event-store-double/faults.ts';
import { createClock } from '../../../../src/adapters/system/clock.ts';
import { startEventStoreDouble } from '../../../support/event-store-double/start.ts';
import { untilItSucceeds } from '../../../support/kernel/eventually.ts';
import { openBoth, openOn, settle } from './open.ts';

type Trouble = { readonly kind: FaultKind; readonly applied: boolean; readonly silent?: boolean };

const troubles: readonly Trouble[] = [
  { kind: 'unavailable', applied: false },
  { kind: 'unavailable-after', applied: true },
  { kind: 'timeout', applied: false },
  { kind: 'timeout-after', applied: true },
  { kind: 'unknown', applied: false },
  { kind: 'unknown-after', applied: true },
  { kind: 'cancelled', applied: false },
  { kind: 'cut', applied: false },
  { kind: 'cut-after', applied: true },
  { kind: 'no-answer', applied: false, silent: true },
  { kind: 'no-answer-after', applied: true, silent: true },
];

const idsIn = async (store: EventStore, stream: string): Promise<string[]> =>
  (await collect(store.readStream(stream))).map(({ id }) => id);

const idsOf = (events: readonly EncodedEvent[]): string[] => events.map(({ id }) => id);

/** Knows its epochs; then the clock stops, so that an append makes no other call. */
const ready = async (log: EventStoreDb): Promise<EventStoreDb> => {
  await untilItSucceeds('the epochs are known', async () => log.store.head(newStream()));
  return log;
};

for (const { kind, applied, silent = false } of troubles) {
  test(`${kind}: ambiguous, settled by reading back, stored once`, async (t) => {
    const clock = { ...createClock(), monotonic: () => 0 };
    const patient = await openBoth(t, { clock });
    const { double } = patient;
    const hasty = openOn(t, double.url, { clock, deadlineMs: 2_000 });
    const { store } = await ready(silent ? hasty : patient);
    const stream = newStream();
    const [first, second] = [newEvents(2), newEvents(3)];
    await patient.store.append(stream, 'none', first);
    const fault = double.faults.next({ on: 'append', kind, streams: stream });
    await rejectsWith(t, store.append(stream, 1, second), 'ambiguous');
    t.is(fault.fired(), 1);
    t.deepEqual(await idsIn(patient.store, stream), idsOf(applied ? [...first, ...second] : first));
    const settled = await settle(patient.store, { stream, expected: 1, events: second });
    t.like(settled, { kind: 'taken', result: await patient.store.head(stream) });
    t.deepEqual(await idsIn(patient.store, stream), idsOf([...first, ...second]));
  });
}

test('an append that lands after it was given up is found, and stored once', async (t) => {
  const { store, double } = await openBoth(t);
  const stream = newStream();
  const events = newEvents(2);
  const late = double.faults.next({ on: 'append', kind: 'late', answer: 'timeout', streams: stream });
  await rejectsWith(t, store.append(stream, 'none', events), 'ambiguous');
  t.deepEqual(await idsIn(store, stream), []);
  const settling = settle(store, { stream, expected: 'none', events });
  late.release();
  t.is((await settling).kind, 'taken');
  t.deepEqual(await idsIn(store, stream), idsOf(events));
});

test('an append that lost to another is told so, also after an unknown outcome', async (t) => {
  const { store, double } = await openBoth(t);
  const stream = newStream();
  double.faults.next({ on: 'append', kind: 'timeout', streams: stream });
  const mine = newEvents(1);
  await rejectsWith(t, store.append(stream, 'none', mine), 'ambiguous');
  await store.append(stream, 'none', newEvents(1));
  t.deepEqual(await settle(store, { stream, expected: 'none', events: mine }), { kind: 'foreign' });
  await rejectsWith(t, store.append(stream, 'none', mine), 'conflict');
});

test('a fault is told to its own append alone when each has its own call', async (t) => {
  const { store, double } = await openBoth(t);
  const [ill, ...well] = Array.from({ length: 20 }, () => newStream()) as [string, ...string[]];
  double.faults.next({ on: 'append', kind: 'unknown', streams: ill });
  const failing = rejectsWith(t, store.append(ill, 'none', newEvents(1)), 'ambiguous');
  await Promise.all(well.map(async (stream) => store.append(stream, 'none', newEvents(1))));
  await failing;
});

test('a shared call that breaks leaves its appends ambiguous, and the next append has a new one', async (t) => {
  const { store, double } = await openBoth(t);
  const [cut, waiting] = [newStream(), newStream()];
  double.faults.next({ on: 'append', kind: 'no-answer-after', streams: waiting });
  const open = rejectsWith(t, store.append(waiting, 'none', newEvents(1)), 'ambiguous');
  double.faults.next({ on: 'append', kind: 'cut', streams: cut });
  await rejectsWith(t, store.append(cut, 'none', newEvents(1)), 'ambiguous');
  await open;
  t.is((await store.append(cut, 'none', newEvents(1))).revision, 0);
});

test('a clock that is hours behind fails no append', async (t) => {
  const slow = { ...createClock(), now: () => createClock().now() - 10 * 3_600_000 };
  const { store } = await openBoth(t, { clock: slow });
  t.is((await store.append(newStream(), 'none', newEvents(1))).revision, 0);
});

test('another node leads: the append goes there, and was never an error', async (t) => {
  const { double, ...log } = await openBoth(t);
  const leader = await startEventStoreDouble(t, { sharing: double });
  const spec: FaultSpec = {
    on: 'append',
    kind: 'not-leader',
    leader: { host: '127.0.0.1', port: leader.port },
    times: Infinity,
  };
  const moved = double.faults.next(spec);
  const stream = newStream();
  t.is((await log.store.append(stream, 'none', newEvents(1))).revision, 0);
  t.is((await log.store.append(stream, 0, newEvents(1))).revision, 1);
  t.is(moved.fired(), 1);
});

test('without a leader the append is given up: nothing was written', async (t) => {
  const { store, double } = await openBoth(t);
  const leader = { host: '127.0.0.1', port: double.port };
  const lost = double.faults.next({ on: 'append', kind: 'not-leader', leader, times: Infinity });
  const stream = newStream();
  await rejectsWith(t, store.append(stream, 'none', newEvents(1)), 'unavailable' satisfies FaultCode);
  t.is(lost.fired(), 4);
  t.is(await store.head(stream), undefined);
});

test('another node leads: so do reads', async (t) => {
  const { double, ...log } = await openBoth(t);
  const follower = await startEventStoreDouble(t, { sharing: double });
  const stream = newStream();
  await log.store.append(stream, 'none', newEvents(2));
  const leader = { host: '127.0.0.1', port: double.port };
  for (const read of [
    async (store: EventStore) => (await store.head(stream))?.revision === 1,
    async (store: EventStore) => (await idsIn(store, stream)).length === 2,
  ]) {
    const moved = follower.faults.next({ on: 'read', kind: 'not-leader', leader, times: Infinity });
    const { store } = openOn(t, follower.url);
    t.true(await read(store));
    t.is(moved.fired(), 1);
    moved.cancel();
  }
});

test('an append over the bound of the server is too large', async (t) => {
  const small = await startEventStoreDouble(t, { appendBytesMax: 200 });
  const { store } = openOn(t, small.url);
  const fault = await rejectsWith(t, store.append(newStream(), 'none', newEvents(8)), 'too_large');
  t.false(fault?.retriable);
});

test('input that the client and the server must not see is refused before', async (t) => {
  const { store, double } = await openBoth(t);
  const unseen = double.faults.next({ on: 'append', kind: 'unknown', times: Infinity });
  const [event] = newEvents(1) as [EncodedEvent];
  const stream = newStream();
  const refused: readonly (readonly [string, string, number, readonly EncodedEvent[]])[] = [
    ['a revision below 0', stream, -1, [event]],
    ['half a revision', stream, 0.5, [event]],
    ['no events', stream, 0, []],
    ['no type', stream, 0, [{ ...event, type: '' }]],
    ['a type of the server', stream, 0, [{ ...event, type: '$metadata' }]],
    ['no stream of a category', 'stream', 0, [event]],
    ['a stream of the server', '$user-admin', 0, [event]],
    ['metadata of a stream', '$$job-1', 0, [event]],
    ['an id that is no UUID', stream, 0, [{ ...event, id: 'one' }]],
    ['an id that would come back changed', stream, 0, [{ ...event, id: event.id.toUpperCase() }]],
    ['the empty id', stream, 0, [{ ...event, id: '00000000-0000-0000-0000-000000000000' }]],
    ['half a character', stream, 0, [{ ...event, data: '"\ud800"' }]],
  ];
  for (const [what, to, expected, events] of refused) {
    await t.throwsAsync(store.append(to, expected, events), { name: 'BrokenInvariant' }, what);
  }
  t.is(unseen.fired(), 0);
});
