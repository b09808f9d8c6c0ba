/** The tail that followers share: bounded, and honest about how far back it reaches. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { createLogTail, filterOf } from '../../../src/kernel/log-tail.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { newEvent } from '../../contract/samples.ts';

/** Not every number has an event. */
const seqOf = (n: number): number => n * 100;

const eventOf = (n: number, category = n % 2 === 0 ? 'even' : 'odd', data = '{}'): StoredEvent => ({
  ...newEvent({ data }),
  stream: `${category}-1`,
  revision: n,
  position: `0000-${seqOf(n)}`,
});

const revisions = (events: readonly StoredEvent[] | undefined): number[] | undefined =>
  events?.map(({ revision }) => revision);

test('it gives what comes after a place, filtered, at most so many, and how far it has looked', (t) => {
  const tail = createLogTail<number, StoredEvent>(seqOf(1));
  for (let n = 2; n <= 9; n += 1) tail.push(seqOf(n), eventOf(n));
  t.is(tail.from(), seqOf(1));
  t.deepEqual(revisions(tail.after(seqOf(1), filterOf({}))?.events), [2, 3, 4, 5, 6, 7, 8, 9]);
  const odd = tail.after(seqOf(3), filterOf({ categories: ['odd'], batchMax: 2 }));
  t.deepEqual([revisions(odd?.events), odd?.through], [[5, 7], seqOf(7)]);
  const none = tail.after(seqOf(3), filterOf({ categories: ['od', 'odds'] }));
  t.deepEqual([none?.events, none?.through], [[], seqOf(9)]);
  t.is(tail.after(seqOf(9), filterOf({})), undefined);
  t.is(tail.after(0, filterOf({})), undefined, 'it does not reach back to there');
  t.deepEqual(revisions(tail.after(850, filterOf({}))?.events), [9], 'between two events');
});

test('its older half goes when it is full, and it says so', (t) => {
  const tail = createLogTail<number, StoredEvent>(0);
  const count = limits.feedTailEventsMax + 10;
  for (let n = 1; n <= count; n += 1) tail.push(seqOf(n), eventOf(n));
  t.true(tail.from() > seqOf(1));
  const kept = tail.after(tail.from(), filterOf({ batchMax: count }));
  const first = kept?.events[0];
  t.is(seqOf((first?.revision ?? 0) - 1), tail.from(), 'nothing is missing after what it begins with');
  t.is(kept?.through, seqOf(count));
});

test('large events fill it sooner', (t) => {
  const tail = createLogTail<number, StoredEvent>(0);
  const data = 'x'.repeat(limits.feedTailBytesMax / 4);
  for (let n = 1; n <= 5; n += 1) tail.push(seqOf(n), eventOf(n, 'even', data));
  t.is(tail.from(), seqOf(2));
  t.deepEqual(revisions(tail.after(seqOf(2), filterOf({}))?.events), [3, 4, 5]);
});

test('after a gap in what it is given, it begins anew', (t) => {
  const tail = createLogTail<number, StoredEvent>(0);
  tail.push(seqOf(1), eventOf(1));
  t.is(tail.last(), seqOf(1));
  tail.restart(seqOf(4));
  t.deepEqual([tail.from(), tail.last()], [seqOf(4), seqOf(4)]);
  tail.push(seqOf(5), eventOf(5));
  t.is(tail.after(seqOf(1), filterOf({})), undefined);
  t.deepEqual(revisions(tail.after(seqOf(4), filterOf({}))?.events), [5]);
});
