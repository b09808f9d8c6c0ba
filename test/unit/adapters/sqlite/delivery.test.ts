/** The machine that hands messages to a handler, where contract checks cannot reach. */
import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createDelivery, type Delivery, type DeliveryOptions } from '../../../../src/adapters/sqlite/delivery.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { newEvent } from '../../../contract/samples.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';

const message = (revision: number, stream = 'job-1'): Parameters<Delivery['offer']>[0] => {
  const event: StoredEvent = { ...newEvent(), stream, revision, position: `0000-${revision}` };
  return { event, partition: 3, before: `0000-${revision - 1}` };
};

const started = (
  handle: DeliveryOptions['consume']['handle'],
  changes: Partial<DeliveryOptions> = {},
): { delivery: Delivery; fake: FakeClock; buried: string[] } => {
  const fake = createFakeClock();
  const buried: string[] = [];
  const delivery = createDelivery({
    consume: { topic: 'pi.job.v1', group: 'g', inFlightMax: 4, ordered: true, handle },
    timers: fake.timers,
    stillOwned: () => true,
    bury: async (_entry, reason) => void buried.push(reason),
    unbury: async () => undefined,
    ...changes,
  });
  return { delivery, fake, buried };
};

const A_MINUTE = 60_000;

test('a message is not passed before its dead letter is written', async (t) => {
  let broken = true;
  const written: string[] = [];
  const { delivery, fake } = started(
    async () => {
      throw new Error('ill');
    },
    {
      bury: async (_entry, reason) => {
        if (broken) throw new Error('no room');
        written.push(reason);
      },
    },
  );
  delivery.offer(message(1));
  await fake.advance(A_MINUTE);
  t.is(delivery.count(), 1);
  t.is(delivery.oldest(3)?.before, '0000-0');
  broken = false;
  await fake.advance(A_MINUTE);
  t.is(delivery.count(), 0);
  t.is(delivery.oldest(3), undefined);
  t.deepEqual(written, ['Error: ill']);
});

test('a handler that stops because the partition is gone has not failed on the message', async (t) => {
  let owned = false;
  const attempts: number[] = [];
  const { delivery, fake, buried } = started(
    async ({ attempt }) => {
      attempts.push(attempt);
      throw new Error('not mine');
    },
    { stillOwned: () => owned },
  );
  delivery.offer(message(1));
  await fake.advance(A_MINUTE);
  t.true(attempts.length > limits.deliveryAttemptsMax);
  t.true(attempts.every((attempt) => attempt === 1));
  t.deepEqual(buried, []);
  owned = true;
  await fake.advance(A_MINUTE);
  t.deepEqual(buried, ['Error: not mine']);
});

test('what is dropped does not start, and what runs finishes and comes not again', async (t) => {
  const gate = Promise.withResolvers<void>();
  const handled: number[] = [];
  const { delivery, fake } = started(async ({ event }, stillOwned) => {
    handled.push(event.revision);
    await gate.promise;
    t.false(stillOwned());
    throw new Error('late');
  });
  for (let revision = 0; revision < 3; revision += 1) delivery.offer(message(revision));
  delivery.offer(message(9, 'job-2'));
  await turn();
  t.deepEqual(handled, [0, 9]);
  delivery.drop(3);
  t.is(delivery.oldest(3), undefined);
  gate.resolve();
  await fake.advance(A_MINUTE);
  t.deepEqual(handled, [0, 9]);
  t.is(delivery.count(), 0);
});

test('a dropped message that rests does not wake up', async (t) => {
  let calls = 0;
  const { delivery, fake } = started(async () => {
    calls += 1;
    return { kind: 'park', retryAfterMs: 1_000 };
  });
  delivery.offer(message(1));
  await fake.advance(500);
  delivery.drop(3);
  await fake.advance(A_MINUTE);
  t.is(calls, 1);
  t.is(delivery.count(), 0);
});

test('the oldest message that is not over holds the offset; a former dead letter does not', async (t) => {
  const gates = new Map<number, () => void>();
  const { delivery } = started(async ({ event }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.set(event.revision, resolve);
    await promise;
    return { kind: 'done' };
  });
  delivery.offer({ ...message(1, 'job-1'), letter: 'letter-1' });
  t.is(delivery.oldest(3), undefined);
  t.true(delivery.has('letter-1'));
  delivery.offer(message(5, 'job-5'));
  delivery.offer(message(6, 'job-6'));
  await turn();
  gates.get(6)?.();
  await turn();
  t.is(delivery.oldest(3)?.before, '0000-4');
  gates.get(5)?.();
  gates.get(1)?.();
  await turn();
  t.is(delivery.oldest(3), undefined);
  t.false(delivery.has('letter-1'));
});

test('there is room again once enough is over', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { delivery } = started(async () => {
    await gate.promise;
    return { kind: 'done' };
  });
  for (let n = 0; n < limits.messageReadAheadMax; n += 1) delivery.offer(message(n, `job-${n}`));
  let room = false;
  const waiting = delivery.room().then(() => {
    room = true;
  });
  await turn();
  t.false(room);
  gate.resolve();
  await waiting;
  t.true(delivery.count() < limits.messageReadAheadMax);
});

test('stopping gives up a handler that hangs, and tells it', async (t) => {
  let owned = (): boolean => true;
  const { delivery, fake } = started(async (_message, stillOwned) => {
    owned = stillOwned;
    return new Promise(() => undefined);
  });
  delivery.offer(message(1));
  await turn();
  const stopping = delivery.stop();
  await fake.advance(limits.shutdownGraceMs - 1);
  t.true(owned());
  await fake.advance(1);
  await stopping;
  t.false(owned());
  t.is(fake.sleeping(), 0);
});
