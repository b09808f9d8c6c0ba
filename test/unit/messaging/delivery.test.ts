/** Handing messages to a handler, where neither the contract nor the laws of the queue reach. */
import test from 'ava';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { startedDelivery as started } from '../../support/messaging/started-delivery.ts';

const A_MINUTE = 60_000;

const ill = async (): Promise<never> => {
  throw new Error('ill');
};

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
  t.deepEqual(written, [`Error: ill after ${limits.messageAttemptsMax}`]);
});

test('an unreadable message goes to the dead letters without a handler, in its turn', async (t) => {
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
    { isOwned: () => owned },
  );
  offer('a', 1);
  await fake.advance(A_MINUTE);
  t.true(calls > limits.messageAttemptsMax);
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
    { isOwned: () => owned },
  );
  offer('a', 1);
  await fake.advance(1_000);
  t.deepEqual(done, []);
  owned = true;
  await fake.advance(A_MINUTE);
  t.deepEqual(done, ['a@1']);
  t.is(effects, 1);
});

test('lost messages are forgotten, but a running one ends before another of its key begins', async (t) => {
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  const answers: boolean[] = [];
  const { delivery, fake, done, forgotten, offer } = started(async ({ event }, stillOwned) => {
    seen.push(String(event.revision));
    if (event.revision === 0) await gate.promise;
    answers.push(stillOwned());
    return { kind: 'done' };
  });
  const old = { lost: false };
  offer('a', 0, { holding: old });
  offer('a', 1, { holding: old });
  offer('b', 5, { holding: old });
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
  t.deepEqual(forgotten, ['a@1', 'a@0'], 'what was lost says so once, and counts as nothing');
  t.is(delivery.count(), 0);
});

test('a parked message whose partition is lost does not wake up', async (t) => {
  let calls = 0;
  const holding = { lost: false };
  const { delivery, fake, forgotten, offer } = started(async () => {
    calls += 1;
    return { kind: 'park', retryAfterMs: 1_000 };
  });
  offer('a', 1, { holding });
  await fake.advance(500);
  holding.lost = true;
  delivery.dropLost();
  await fake.advance(A_MINUTE);
  t.is(calls, 1);
  t.is(delivery.count(), 0);
  t.deepEqual(forgotten, ['a@1']);
});

test('a durable note is retried until it is written, and counts no attempt', async (t) => {
  let broken = true;
  const attempts: number[] = [];
  const { fake, done, buried, offer } = started(async ({ attempt }) => {
    attempts.push(attempt);
    return { kind: 'done' };
  });
  const settle = async (): Promise<void> => {
    if (broken) throw new Error('no room');
  };
  offer('a', 1, { settle });
  await fake.advance(A_MINUTE);
  t.deepEqual([done, buried], [[], []]);
  broken = false;
  await fake.advance(A_MINUTE);
  t.deepEqual([done, buried], [['a@1'], []]);
  t.true(attempts.length > limits.messageAttemptsMax);
  t.true(attempts.every((attempt) => attempt === 1));
});

test('an outage of minutes makes no dead letters', async (t) => {
  let away = true;
  const { fake, done, buried, offer } = started(async () => {
    if (away) throw new Fault('unavailable', 'the event store does not answer');
    return { kind: 'done' };
  });
  offer('a', 1);
  await fake.advance(5 * A_MINUTE);
  t.deepEqual([done, buried], [[], []]);
  away = false;
  await fake.advance(A_MINUTE);
  t.deepEqual([done, buried], [['a@1'], []]);
});

test('a message whose faults might pass, and never do, is among the dead letters after some ten minutes', async (t) => {
  const { fake, buried, offer } = started(async () => {
    throw new Fault('unavailable', 'the disk does not answer');
  });
  offer('a', 1);
  await fake.advance(15 * A_MINUTE);
  t.deepEqual(buried, ['Fault: the disk does not answer']);
});

test('a dead letter that cannot be written is tried again at the longest back-off, not at the shortest', async (t) => {
  let tries = 0;
  const { fake, offer } = started(ill);
  offer('a', 1, {
    bury: async () => {
      tries += 1;
      throw new Error('no room');
    },
  });
  await fake.advance(A_MINUTE);
  t.true(tries > 1 && tries < 8, `${tries} tries in a minute`);
});
