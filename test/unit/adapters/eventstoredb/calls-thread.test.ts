/** Calls on a thread of their own: what comes back is what came there, and a thread that ends takes nothing with it. */
import test, { type ExecutionContext } from 'ava';
import type { Calls, News } from '../../../../src/adapters/eventstoredb/calls.ts';
import { troubleOf } from '../../../../src/adapters/eventstoredb/faults.ts';
import { startCallsThread } from '../../../../src/adapters/eventstoredb/thread/start-calls-thread.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { newEvents } from '../../../contract/samples.ts';
import { eventually } from '../../../support/eventually.ts';

const MADE_UP = new URL('../../../support/made-up-calls-worker.ts', import.meta.url);
const REAL = new URL('../../../../src/main/event-store-worker.ts', import.meta.url);
const closed = new Fault('unavailable', 'closed', { retriable: false });

const start = async (t: ExecutionContext, deadlineMs = 30_000) => {
  const warnings: string[] = [];
  const logger = { warn: (_: unknown, message: string): unknown => warnings.push(message) };
  const deps = { script: MADE_UP, background: createTimers({ background: true }), logger };
  const calls = await startCallsThread({ url: 'esdb://nowhere', deadlineMs }, deps);
  t.teardown(async () => calls.close(closed));
  return { calls, warnings };
};

const append = async (calls: Calls, stream: string, started: () => void = () => undefined) =>
  calls.append({ stream, expected: 'none', events: newEvents(2) }, started);

const read = async (calls: Calls, stream: string) =>
  calls.read({ of: 'stream', stream, from: 0, direction: 'forwards', count: 1 });

/** The error of an append, and whether that had been handed to the connection. */
const failed = async (t: ExecutionContext, calls: Calls, stream: string) => {
  let started = false;
  const error = await t.throwsAsync(append(calls, stream, () => (started = true)));
  return { error, started };
};

test('answers come back, whichever call is over first', async (t) => {
  const { calls } = await start(t);
  const open = read(calls, 'open-1');
  t.deepEqual(await append(calls, 'well-1'), { kind: 'taken', revision: 1, seq: '1' });
  t.deepEqual(await read(calls, 'well-1'), { events: [], cut: true });
  await calls.close(closed);
  t.is(await t.throwsAsync(open), closed);
});

test('an error is told by what it was told by there, and whether the call had gone out', async (t) => {
  const { calls } = await start(t);
  const fault = await failed(t, calls, 'fault-1');
  t.true(fault.started && fault.error instanceof Fault);
  t.like(fault.error, { code: 'corrupt', retriable: false, detail: { stream: 'fault-1' }, message: 'a fault' });
  t.true((await t.throwsAsync(read(calls, 'invariant-1'))) instanceof BrokenInvariant);
  const { error } = await failed(t, calls, 'trouble-1');
  t.deepEqual(troubleOf(error), { type: 'unavailable', code: 14, details: 'gone' });
  t.regex(error?.stack ?? '', /made-up-calls-worker/);
  t.false((await failed(t, calls, 'unsent-1')).started);
});

test('a thread that dies fails what was under way, and the next call has a new one', async (t) => {
  const { calls, warnings } = await start(t);
  const following = t.throwsAsync(calls.subscribe('start', () => undefined, new AbortController().signal));
  const { error, started } = await failed(t, calls, 'dying-1');
  t.true(started, 'it may have gone out');
  t.like(error?.cause, { message: 'thrown at nobody' });
  t.is(await following, error);
  t.deepEqual(warnings, ['the thread of the event store client has ended']);
  t.is((await append(calls, 'well-1')).kind, 'taken');
});

test('a thread that is stuck is ended, and one that only waits for an event is not', async (t) => {
  const { calls, warnings } = await start(t, 10);
  const stop = new AbortController();
  let news = 0;
  const hear = (): undefined => void (news += 1);
  const following = calls.subscribe('start', hear, stop.signal);
  await eventually('it is confirmed', () => news === 1);
  // Five deadlines are one look.
  await createTimers().sleep(200);
  t.deepEqual(warnings, []);
  const { error, started } = await failed(t, calls, 'stuck-1');
  t.true(started);
  t.like(error?.cause, { message: 'the thread is stuck: it says nothing past all deadlines' });
  t.is(await t.throwsAsync(following), error);
  t.is((await append(calls, 'well-1')).kind, 'taken');
});

test('a subscription ends when the signal aborts, also before it began', async (t) => {
  const { calls } = await start(t);
  const told: News[] = [];
  const stop = new AbortController();
  const following = calls.subscribe('start', (news) => void told.push(news), stop.signal);
  await eventually('it is confirmed', () => told.length === 1);
  t.like(told[0], { confirmed: true, events: [] });
  stop.abort();
  await following;
  await calls.subscribe('start', () => undefined, AbortSignal.abort());
  t.pass();
});

test('what is closed stays closed', async (t) => {
  const { calls, warnings } = await start(t);
  await calls.close(closed);
  await calls.close(new Fault('unavailable', 'closed again'));
  t.is(await t.throwsAsync(append(calls, 'well-1')), closed);
  t.deepEqual(warnings, []);
});

test('an address that cannot be used is said at the start', async (t) => {
  const deps = { script: REAL, background: createTimers({ background: true }), logger: { warn: () => undefined } };
  const error = await t.throwsAsync(startCallsThread({ url: 'http://elsewhere' }, deps), { instanceOf: Fault });
  t.like(error, { code: 'unavailable', retriable: false });
});
