/** The call that appends share: when it is left for another one, and what is known of its appends then. */
import test from 'ava';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { Timers } from '../../../../src/ports/basics.ts';
import { newEvents, rejectsWith } from '../../../contract/samples.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { openBoth } from './open.ts';

const DEADLINE_MS = 30_000;

/** Timers whose waits for an answer end when the test says so: the latest first. */
const createPatience = (): { readonly timers: Timers; readonly runOut: () => void } => {
  const real = createTimers();
  const waits: (() => void)[] = [];
  const sleep: Timers['sleep'] = async (ms, signal) => {
    if (ms !== DEADLINE_MS) return real.sleep(ms, signal);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waits.push(resolve);
    signal?.addEventListener('abort', () => reject(new Error('it was answered')));
    return promise;
  };
  return { timers: { ...real, sleep }, runOut: () => waits.at(-1)?.() };
};

test('a shared call that is deaf is left: appends without answer in a row are enough', async (t) => {
  const { timers, runOut } = createPatience();
  const { store, double } = await openBoth(t, { timers, deadlineMs: DEADLINE_MS });
  const unheard = double.faults.next({ on: 'append', kind: 'no-answer', streams: 'deaf-', times: Infinity });
  const held = double.faults.next({ on: 'append', kind: 'no-answer', streams: 'open-' });
  let isOpen = true;
  const open = rejectsWith(t, store.append('open-1', 'none', newEvents(1)), 'ambiguous').finally(() => {
    isOpen = false;
  });
  await eventually('it is under way', () => held.fired() === 1);
  const giveUp = async (): Promise<void> => {
    const fired = unheard.fired();
    const one = rejectsWith(t, store.append(`deaf-${fired}`, 'none', newEvents(1)), 'ambiguous');
    await eventually('it is under way', () => unheard.fired() === fired + 1);
    runOut();
    await one;
  };
  for (let n = 1; n < limits.eventStoreFailuresMax; n += 1) await giveUp();
  t.is((await store.append('well-1', 'none', newEvents(1))).revision, 0, 'an answer ends the row');
  for (let n = 1; n < limits.eventStoreFailuresMax; n += 1) await giveUp();
  await timers.nextTurn();
  t.true(isOpen);
  await giveUp();
  await eventually('what shared the call is told', () => !isOpen);
  await open;
  t.is((await store.append('open-1', 'none', newEvents(1))).revision, 0, 'and the next append has a new one');
});

const leading = (port: number) => ({ on: 'append', kind: 'not-leader', leader: { host: '127.0.0.1', port } }) as const;

test('of appends that share a call one may be taken before another node leads: none is sent again', async (t) => {
  const { store, double } = await openBoth(t);
  const held = double.faults.next({ on: 'append', kind: 'no-answer-after', streams: 'held-' });
  const open = rejectsWith(t, store.append('held-1', 'none', newEvents(1)), 'ambiguous');
  await eventually('it is under way', () => held.fired() === 1);
  const moved = double.faults.next({ ...leading(double.port), streams: 'moved-' });
  await rejectsWith(t, store.append('moved-1', 'none', newEvents(1)), 'ambiguous');
  await open;
  t.is(moved.fired(), 1);
  t.is((await store.head('held-1'))?.revision, 0);
});

test('nor is one that follows an append that was given up: it may be that one that is spoken of', async (t) => {
  const { timers, runOut } = createPatience();
  const { store, double } = await openBoth(t, { timers, deadlineMs: DEADLINE_MS });
  const unheard = double.faults.next({ on: 'append', kind: 'no-answer', streams: 'deaf-' });
  const one = rejectsWith(t, store.append('deaf-1', 'none', newEvents(1)), 'ambiguous');
  await eventually('it is under way', () => unheard.fired() === 1);
  runOut();
  await one;
  const moved = double.faults.next({ ...leading(double.port), streams: 'moved-' });
  await rejectsWith(t, store.append('moved-1', 'none', newEvents(1)), 'ambiguous');
  t.is(moved.fired(), 1);
});
