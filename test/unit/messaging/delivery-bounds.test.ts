/** The bounds of a delivery, and its stop. */
import test from 'ava';
import { limits } from '../../../src/kernel/limits.ts';
import { startedDelivery as started } from '../../support/messaging/started-delivery.ts';

test('it is full at its bound, and there is room when half of it is gone', async (t) => {
  const gates: (() => void)[] = [];
  const { delivery, fake, offer } = started(
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
  let rooms = 0;
  const wait = async (): Promise<void> => {
    await delivery.room();
    rooms += 1;
  };
  const waiting = Promise.all([wait(), wait()]);
  const open = async (): Promise<void> => {
    for (const gate of gates.splice(0)) gate();
    await fake.advance(1);
  };
  while (delivery.count() > limits.messageReadAheadMax / 2 + 4) await open();
  t.true(delivery.isFull());
  t.is(rooms, 0);
  await open();
  t.false(delivery.isFull());
  t.is(rooms, 2, 'all who wait are told');
  await Promise.all([waiting, delivery.room()]);
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

test('a stop ends every wait for room', async (t) => {
  const { delivery, fake, offer } = started(async () => new Promise(() => undefined), {}, false);
  for (let n = 0; n < limits.messageReadAheadMax; n += 1) offer(`k${n}`, n);
  const waiting = delivery.room();
  const stopping = delivery.stop();
  await waiting;
  await fake.advance(limits.shutdownGraceMs);
  await stopping;
  t.pass();
});
