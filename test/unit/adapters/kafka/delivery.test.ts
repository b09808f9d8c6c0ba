/** The machine that hands messages to a handler, where contract checks cannot reach. */
import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createDelivery } from '../../../../src/adapters/kafka/delivery.ts';
import type { Delivery, DeliveryDeps, Offer, Tenure } from '../../../../src/adapters/kafka/delivery.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { ConsumeOptions } from '../../../../src/ports/message-log.ts';
import { newEvent } from '../../../contract/samples.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

const A_MINUTE = 60_000;

type Started = {
  readonly delivery: Delivery;
  readonly fake: FakeClock;
  readonly done: string[];
  readonly buried: string[];
  readonly rooms: () => number;
  readonly offer: (key: string, revision: number, changes?: Partial<Offer>) => void;
};

const started = (handle: ConsumeOptions['handle'], changes: Partial<DeliveryDeps> = {}, ordered = true): Started => {
  const fake = createFakeClock();
  const [done, buried]: [string[], string[]] = [[], []];
  let rooms = 0;
  const tenure: Tenure = { lost: false };
  const delivery = createDelivery({
    consume: { inFlightMax: 4, ordered, handle },
    timers: fake.timers,
    stillOwned: () => true,
    onRoom: () => void (rooms += 1),
    ...changes,
  });
  const offer = (key: string, revision: number, offered: Partial<Offer> = {}): void => {
    const event = { ...newEvent(), stream: key, revision, position: `0000-${revision}` };
    delivery.offer({
      tenure,
      key,
      content: { kind: 'message', message: { topic: 'pi.job.v1', key, event } },
      done: () => void done.push(`${key}@${revision}`),
      bury: async (reason) => void buried.push(reason),
      ...offered,
    });
  };
  return { delivery, fake, done, buried, rooms: () => rooms, offer };
};

const ill = async (): Promise<never> => {
  throw new Error('ill');
};

test('keys are in order, one at a time, and only so many run together', async (t) => {
  const running = new Map<string, number>();
  const seen: string[] = [];
  let most = 0;
  const { fake, done, offer } = started(async ({ key, event }) => {
    running.set(key, (running.get(key) ?? 0) + 1);
    t.is(running.get(key), 1);
    most = Math.max(
      most,
      [...running.values()].reduce((sum, one) => sum + one),
    );
    seen.push(`${key}@${event.revision}`);
    for (let turns = event.revision; turns < 5; turns += 1) await turn();
    running.set(key, 0);
    return { kind: 'done' };
  });
  for (let revision = 0; revision < 5; revision += 1) for (const key of 'abcdefgh') offer(key, revision);
  await fake.advance(1, 200);
  t.is(done.length, 40);
  t.is(most, 4);
  for (const key of 'abcdefgh') {
    t.deepEqual(
      seen.filter((one) => one.startsWith(key)),
      [0, 1, 2, 3, 4].map((revision) => `${key}@${revision}`),
    );
  }
});

test('sabotage: without an order a key has several at a time', async (t) => {
  let [running, most] = [0, 0];
  const handle: ConsumeOptions['handle'] = async () => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    return { kind: 'done' };
  };
  const unordered = started(handle, {}, false);
  for (let revision = 0; revision < 8; revision += 1) unordered.offer('a', revision);
  await unordered.fake.advance(1, 50);
  t.is(most, 4);
});

test('a message is not passed before its dead letter is written', async (t) => {
  let broken = true;
  const { delivery, fake, done, offer } = started(ill);
  const written: string[] = [];
  offer('a', 1, {
    bury: async (reason, attempts) => {
      if (broken) throw new Error('no room');
      written.push(`${reason} after ${attempts}`);
    },
  });
  await fake.advance(A_MINUTE);
  t.is(delivery.count(), 1);
  t.deepEqual(done, []);
  broken = false;
  await fake.advance(A_MINUTE);
  t.is(delivery.count(), 0);
  t.deepEqual(done, ['a@1']);
  t.deepEqual(written, [`Error: ill after ${limits.deliveryAttemptsMax}`]);
});

test('what is no message goes to the dead letters without a handler, in its turn', async (t) => {
  let handled = 0;
  const { fake, buried, done, offer } = started(async () => {
    handled += 1;
    return { kind: 'done' };
  });
  offer('a', 0);
  offer('a', 1, { content: { kind: 'poison', reason: 'it is no event' } });
  offer('a', 2);
  await fake.advance(1);
  t.is(handled, 2);
  t.deepEqual(buried, ['it is no event']);
  t.deepEqual(done, ['a@0', 'a@1', 'a@2']);
});

test('a handler that stops because its partition is not sure at present has not failed on the message', async (t) => {
  let owned = false;
  let calls = 0;
  const { fake, buried, done, offer } = started(
    async (_, stillOwned) => {
      calls += 1;
      if (!stillOwned()) throw new Error('not mine');
      return { kind: 'done' };
    },
    { stillOwned: () => owned },
  );
  offer('a', 1);
  await fake.advance(A_MINUTE);
  t.true(calls > limits.deliveryAttemptsMax);
  t.deepEqual([done, buried], [[], []]);
  owned = true;
  await fake.advance(A_MINUTE);
  t.deepEqual([done, buried], [['a@1'], []]);
});

test('a handler that was told that it has lost its partition, and says done, is not believed', async (t) => {
  let owned = false;
  let effects = 0;
  const { fake, done, offer } = started(
    async (_, stillOwned) => {
      if (stillOwned()) effects += 1;
      return { kind: 'done' };
    },
    { stillOwned: () => owned },
  );
  offer('a', 1);
  await fake.advance(1_000);
  t.deepEqual(done, []);
  owned = true;
  await fake.advance(A_MINUTE);
  t.deepEqual(done, ['a@1']);
  t.is(effects, 1);
});

test('what is lost is forgotten, but what runs ends before another of its key begins', async (t) => {
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const answers: boolean[] = [];
  const { delivery, fake, done, offer } = started(async ({ event }, stillOwned) => {
    seen.push(String(event.revision));
    if (event.revision === 0) await gate.promise;
    answers.push(stillOwned());
    return { kind: 'done' };
  });
  const old: Tenure = { lost: false };
  offer('a', 0, { tenure: old });
  offer('a', 1, { tenure: old });
  offer('b', 5, { tenure: old });
  await fake.advance(1);
  old.lost = true;
  delivery.dropLost();
  // The partition is back: everything that was not done comes again.
  offer('a', 0);
  offer('a', 1);
  await fake.advance(1);
  t.deepEqual(seen, ['0', '5']);
  gate.resolve();
  await fake.advance(1);
  t.deepEqual(seen, ['0', '5', '0', '1']);
  t.deepEqual(answers, [true, false, true, true]);
  t.deepEqual(done, ['b@5', 'a@0', 'a@1']);
  t.is(delivery.count(), 0);
});

test('it is full at its bound, and tells of room when half of it is gone', async (t) => {
  const gates: (() => void)[] = [];
  const { delivery, fake, rooms, offer } = started(
    async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.push(resolve);
      await promise;
      return { kind: 'done' };
    },
    {},
    false,
  );
  for (let n = 0; n < limits.messageReadAheadMax; n += 1) {
    t.false(delivery.isFull());
    offer(`k${n}`, n);
  }
  t.true(delivery.isFull());
  const open = async (): Promise<void> => {
    for (const gate of gates.splice(0)) gate();
    await fake.advance(1);
  };
  while (delivery.count() > limits.messageReadAheadMax / 2 + 4) await open();
  t.true(delivery.isFull());
  t.is(rooms(), 0);
  await open();
  t.false(delivery.isFull());
  t.is(rooms(), 1);
});

test('a stop starts nothing more, and gives up what hangs', async (t) => {
  const asked: (() => boolean)[] = [];
  const { delivery, fake, done, offer } = started(async (_, stillOwned) => {
    asked.push(stillOwned);
    return new Promise(() => undefined);
  });
  for (const key of 'abcdef') offer(key, 0);
  await fake.advance(1);
  let stopped = false;
  const stopping = delivery.stop().then(() => {
    stopped = true;
  });
  await fake.advance(limits.shutdownGraceMs - 1);
  t.false(stopped);
  t.true(asked.every((ask) => ask()));
  await fake.advance(1);
  await stopping;
  t.is(asked.length, 4);
  t.false(asked.some((ask) => ask()));
  t.deepEqual(done, []);
});
