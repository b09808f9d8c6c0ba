/** The next event as it comes from the server: one, and then nothing of the call is left. */
import test, { type ExecutionContext } from 'ava';
import { newEvents } from '../../../contract/samples.ts';
import { eventually } from '../../../support/kernel/eventually.ts';
import { startEventStoreDouble } from '../../../support/event-store-double/start.ts';
import { callsOn } from './open.ts';

const open = async (t: ExecutionContext) => {
  const double = await startEventStoreDouble(t);
  const calls = callsOn(t, double.url);
  const append = async (expected: number, count: number): Promise<string> => {
    const request = {
      stream: 'pen-1',
      expected: expected < 0 ? ('none' as const) : expected,
      events: newEvents(count),
    };
    const answer = await calls.append(request, () => undefined);
    return (answer.kind === 'taken' ? answer.seq : undefined) ?? '';
  };
  return { calls, double, append };
};

const never = new AbortController().signal;

test('it is the one right after the place, whether it is there or comes', async (t) => {
  const { calls, double, append } = await open(t);
  const first = await append(-1, 1);
  await append(0, 100);
  t.like(await calls.next(first, never), { stream: 'pen-1', revision: 1 });
  const last = await append(100, 1);
  const coming = calls.next(last, never);
  await eventually('it is waited for', () => double.faults.openSubscriptions() === 1);
  await append(101, 200);
  t.like(await coming, { stream: 'pen-1', revision: 102 });
  await eventually('no call is left', () => double.faults.openReads() === 0);
});

test('the wait lasts until the signal aborts, and harms no other call', async (t) => {
  const { calls, double, append } = await open(t);
  const last = await append(-1, 1);
  const slow = double.faults.next({ on: 'read', kind: 'slow' });
  const reading = calls.read({ of: 'stream', stream: 'pen-1', from: 0, direction: 'forwards', count: 1 });
  await eventually('a read is under way', () => slow.fired() === 1);
  for (let round = 0; round < 3; round += 1) {
    const leaving = new AbortController();
    const waiting = calls.next(last, leaving.signal);
    await eventually('it is waited for', () => double.faults.openSubscriptions() === 1);
    leaving.abort();
    t.is(await waiting, undefined);
    await eventually('the read alone is left', () => double.faults.openReads() === 1);
  }
  slow.release();
  t.is((await reading).events.length, 1);
  t.is(await calls.next(last, AbortSignal.abort()), undefined);
});

test('a server that ends the call says nothing of an event, and one that fails it is heard', async (t) => {
  const { calls, double, append } = await open(t);
  const last = await append(-1, 1);
  for (const kind of ['end', 'too-slow'] as const) {
    const waiting = calls.next(last, never);
    const told = kind === 'end' ? waiting : t.throwsAsync(waiting);
    await eventually('it is waited for', () => double.faults.openSubscriptions() === 1);
    double.faults.strikeSubscriptions(kind);
    if (kind === 'end') t.is(await told, undefined);
    else t.like(await told, { code: 10 });
  }
});
