/** Calls on a thread of their own: what comes back is what came there, and a thread that ends takes nothing with it. */
import test, { type ExecutionContext } from 'ava';
import type { Calls } from '../../../../src/adapters/eventstoredb/server/calls.ts';
import { troubleOf } from '../../../../src/adapters/eventstoredb/server/faults.ts';
import { startCallsThread } from '../../../../src/adapters/eventstoredb/start-calls-thread.ts';
import { BrokenInvariant, Fault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { newEvents } from '../../../contract/samples.ts';
import { eventually } from '../../../support/kernel/eventually.ts';

const MADE_UP = new URL('../../../support/adapters/made-up-calls-worker.ts', import.meta.url);
const REAL = new URL('../../../../src/main/event-store-worker.ts', import.meta.url);
const closed = new Fault('unavailable', 'closed', { retriable: false });

/** The watch looks when the test says so. */
const createLooks = () => {
  let due = Promise.withResolvers<void>();
  const looked: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    looked.push(ms);
    await due.promise;
    due = Promise.withResolvers();
  };
  /** Resolves when the look is over: the next one is waited for. */
  const look = async (): Promise<void> => {
    const before = looked.length;
    due.resolve();
    await eventually('it has looked', () => looked.length > before);
  };
  return { background: { sleep }, look, lastLook: () => due.resolve(), looked };
};

const start = async (t: ExecutionContext) => {
  const warnings: string[] = [];
  const logger = { warn: (_: unknown, message: string): unknown => warnings.push(message) };
  const { background, ...looks } = createLooks();
  const calls = await startCallsThread(
    { url: 'esdb://nowhere', deadlineMs: 10 },
    { script: MADE_UP, background, logger },
  );
  t.teardown(async () => calls.close(closed));
  return { calls, warnings, ...looks };
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
  t.like(error?.cause, { message: 'read ECONNRESET' });
  t.false((await failed(t, calls, 'unsent-1')).started);
});

test('a thread that dies fails what was under way, and the next call has a new one', async (t) => {
  const { calls, warnings } = await start(t);
  const following = t.throwsAsync(calls.next('start', new AbortController().signal));
  const { error, started } = await failed(t, calls, 'dying-1');
  t.true(started, 'it may have gone out');
  t.like(error?.cause, { message: 'thrown at nobody' });
  t.is(await following, error);
  t.deepEqual(warnings, ['the thread of the event store client has ended']);
  t.is((await append(calls, 'well-1')).kind, 'taken');
});

test('a thread that is stuck is ended, and one that only waits for an event is not', async (t) => {
  const { calls, warnings, look, lastLook, looked } = await start(t);
  const following = t.throwsAsync(calls.next('start', new AbortController().signal));
  for (let looks = 0; looks < 3; looks += 1) await look();
  t.deepEqual(warnings, []);
  const stuck = failed(t, calls, 'stuck-1');
  await look();
  t.deepEqual(warnings, [], 'it has until the next look');
  await look();
  t.deepEqual(warnings, [], 'and a while more: the whole process may have been paused');
  lastLook();
  const { error, started } = await stuck;
  t.true(started);
  t.like(error?.cause, { message: 'the thread is stuck: it says nothing past all deadlines' });
  t.is(await following, error);
  t.is((await append(calls, 'well-1')).kind, 'taken');
  const longest = 10 * (limits.eventStoreLeaderRetriesMax + 1);
  const grace = limits.threadSilenceGraceMs;
  t.true(looked.every((ms) => ms > longest));
  t.is(looked.filter((ms) => ms === grace).length, 1);
});

test('the next event arrives when there is one; the wait ends when the signal aborts', async (t) => {
  const { calls } = await start(t);
  const stop = new AbortController();
  t.like(await calls.next('7', stop.signal), { stream: 'pen-1', seq: 'after 7' });
  const waiting = calls.next('start', stop.signal);
  await append(calls, 'well-1');
  stop.abort();
  t.is(await waiting, undefined);
  t.is(await calls.next('start', AbortSignal.abort()), undefined);
});

test('a thread that never begins is given up', async (t) => {
  const silent = new URL(`data:text/javascript,${encodeURIComponent('setInterval(() => {}, 1000)')}`);
  const { background, look, lastLook } = createLooks();
  const deps = { script: silent, background, logger: { warn: () => undefined } };
  const starting = t.throwsAsync(startCallsThread({ url: 'esdb://nowhere' }, deps));
  await look();
  await look();
  lastLook();
  t.like((await starting)?.cause, { message: 'the thread is stuck: it says nothing past all deadlines' });
});

test('a closed client stays closed', async (t) => {
  const { calls, warnings } = await start(t);
  await calls.close(closed);
  await calls.close(new Fault('unavailable', 'closed again'));
  t.is(await t.throwsAsync(append(calls, 'well-1')), closed);
  t.deepEqual(warnings, []);
});

test('an address that cannot be used is said at the start', async (t) => {
  const deps = { script: REAL, ...createLooks(), logger: { warn: () => undefined } };
  const error = await t.throwsAsync(startCallsThread({ url: 'http://elsewhere' }, deps), { instanceOf: Fault });
  t.like(error, { code: 'unavailable', retriable: false });
});
