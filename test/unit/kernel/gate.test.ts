import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { createGate, type Gate, type TaskLength } from '../../../src/kernel/gate.ts';

const turns = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

/** Runs tasks that end in the order of `release`, and tells the largest number that ran at once. */
const watch = (gate: Gate) => {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  let [running, most] = [0, 0];
  const start = (n: number, signal?: AbortSignal, length?: TaskLength): Promise<number> =>
    gate.run(
      async () => {
        started.push(n);
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return n;
      },
      signal,
      length,
    );
  return { start, started, release: (nth = 0) => ends.splice(nth, 1)[0]?.(), most: () => most };
};

/** The law of every gate; given another gate, it tells whether that one keeps it. */
const keepsTheBound = async (gate: Gate, places: number): Promise<boolean> => {
  const { start, release, most } = watch(gate);
  const tasks = [1, 2, 3, 4, 5].map((n) => start(n));
  await turns();
  for (let i = 0; i < 5; i += 1) {
    release();
    await turns();
  }
  await Promise.all(tasks);
  return most() === places;
};

test('no more tasks run at once than there are places, and all places are used', async (t) => {
  t.true(await keepsTheBound(createGate({ placesMax: 2, waitingMax: 10 }), 2));
});

test('sabotage: a gate that lets all through is found', async (t) => {
  t.false(await keepsTheBound({ run: (task) => task() }, 2));
});

test('waiting tasks are let in one after another, in the order of asking', async (t) => {
  const { start, started, release } = watch(createGate({ placesMax: 1, waitingMax: 10 }));
  const tasks = [1, 2, 3].map((n) => start(n));
  for (let i = 0; i < 3; i += 1) {
    await turns();
    t.deepEqual(started, [1, 2, 3].slice(0, i + 1));
    release();
  }
  t.deepEqual(await Promise.all(tasks), [1, 2, 3]);
});

test('a task that fails hands its fault on and frees its place', async (t) => {
  const gate = createGate({ placesMax: 1, waitingMax: 10 });
  const fault = new Fault('rejected', 'no');
  const failing = gate.run(() => Promise.reject(fault));
  const next = gate.run(() => Promise.resolve('in'));
  t.is(await t.throwsAsync(failing), fault);
  t.is(await next, 'in');
});

test('a task cancelled while waiting is never let in, and the place goes to the next', async (t) => {
  const { start, started, release } = watch(createGate({ placesMax: 1, waitingMax: 10 }));
  const patience = new AbortController();
  const first = start(1);
  const second = t.throwsAsync(start(2, patience.signal), { instanceOf: Fault, code: 'cancelled' });
  const third = start(3);
  patience.abort();
  await second;
  release();
  await turns();
  release();
  t.deepEqual(await Promise.all([first, third]), [1, 3]);
  t.deepEqual(started, [1, 3]);
});

test('a task cancelled before is not let in at all', async (t) => {
  const gate = createGate({ placesMax: 1, waitingMax: 10 });
  await t.throwsAsync(
    gate.run(() => Promise.resolve(), AbortSignal.abort()),
    { instanceOf: Fault, code: 'cancelled' },
  );
});

test('a full line turns away: nothing was done, so it may be tried again', async (t) => {
  const { start, release } = watch(createGate({ placesMax: 1, waitingMax: 1 }));
  const [first, second] = [start(1), start(2)];
  await t.throwsAsync(start(3), { instanceOf: Fault, code: 'unavailable' });
  await turns();
  release();
  await turns();
  release();
  t.deepEqual(await Promise.all([first, second]), [1, 2]);
});

/** The law of short tasks; given another gate, it tells whether that one keeps it. */
const keepsAPlaceForShort = async (gate: Gate): Promise<boolean> => {
  const { start, started, release, most } = watch(gate);
  const tasks = [start(1, undefined, 'long'), start(2, undefined, 'long')];
  tasks.push(start(3, undefined, 'short'), start(4, undefined, 'short'), start(5, undefined, 'short'));
  await turns();
  const atFirst = started.join();
  // Short tasks end one after another, while the first long one goes on.
  for (let i = 0; i < 3; i += 1) {
    release(1);
    await turns();
  }
  const without = started.join();
  for (let i = 0; i < 5; i += 1) {
    release();
    await turns();
  }
  await Promise.all(tasks);
  return atFirst === '1,3' && without === '1,3,4,5' && started.join() === '1,3,4,5,2' && most() === 2;
};

test('short tasks wait for each other, and never for long ones alone', async (t) => {
  t.true(await keepsAPlaceForShort(createGate({ placesMax: 1, waitingMax: 10 })));
});

test('sabotage: a gate that makes short tasks wait in one line with long ones is found', async (t) => {
  const inOneLine = createGate({ placesMax: 1, waitingMax: 10 });
  t.false(await keepsAPlaceForShort({ run: (task, signal) => inOneLine.run(task, signal) }));
  const wide = createGate({ placesMax: 2, waitingMax: 10 });
  t.false(await keepsAPlaceForShort({ run: (task, signal) => wide.run(task, signal) }));
});

test('short tasks take no more than the places among themselves, and hold up no long one for ever', async (t) => {
  const { start, started, release, most } = watch(createGate({ placesMax: 2, waitingMax: 10 }));
  const tasks = [1, 2, 3].map((n) => start(n, undefined, 'short'));
  tasks.push(start(4, undefined, 'long'), start(5, undefined, 'short'), start(6, undefined, 'long'));
  await turns();
  t.deepEqual(started, [1, 2]);
  for (let i = 0; i < 6; i += 1) {
    release();
    await turns();
  }
  await Promise.all(tasks);
  t.deepEqual(started, [1, 2, 3, 4, 5, 6]);
  t.is(most(), 2);
});
