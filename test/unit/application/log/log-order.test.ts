/** Checks beyond the chain of a stream: whether an event is missing between two, and whether all are as sealed. */
import test from 'ava';
import { logEpochStarted } from '../../../../events/system.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import type { Epoch } from '../../../../src/application/log/log-epochs.ts';
import {
  createGapCheck,
  createSealing,
  type Pledge,
  pledgeOf,
  type Seal,
} from '../../../../src/application/log/log-order.ts';
import { createSealedLog, pledgesOf, readSeal, sealWithin } from '../../../../src/application/log/sealed-log.ts';
import { createLogVerifier, VERIFIED } from '../../../../src/application/log/verify-log.ts';
import { START } from '../../../../src/kernel/position.ts';
import type { StoredEvent } from '../../../../src/ports/event-store.ts';
import { GENESIS, withHash } from '../../../../src/schema/hash-chain.ts';
import { hashOf } from '../../../support/jobs/builders.ts';
import { createMemoryLog } from '../../../support/log/memory-log.ts';
import { createSigner } from '../../../support/log/test-signer.ts';
import { createProjectionWorld, put } from '../../../support/read-models/projection-world.ts';

const position = (n: number, epoch = 0): string => `000${epoch}-${String(n).padStart(12, '0')}`;

const eventAt = (n: number, epoch = 0): StoredEvent => ({
  stream: 'box-1',
  revision: n - 1,
  position: position(n, epoch),
  id: `${n}`,
  type: 'BallPut',
  data: '{}',
  metadata: withHash(hashOf(n), '"v":1}'),
});

const epochAt = (n: number, epoch: number): StoredEvent => ({
  ...eventAt(n, epoch),
  stream: 'system-log',
  type: logEpochStarted.type,
});

const log = createMemoryLog();
test.after.always(async () => log.close());
const { isNext } = log.feed;

const take = (events: readonly StoredEvent[], from = START): string => {
  const check = createGapCheck(log.feed, from);
  try {
    events.forEach(check);
    return 'whole';
  } catch (error) {
    const { detail } = error as { detail: Record<string, unknown> };
    return `${String(detail['reason'])} ${String(detail['position'])}`;
  }
};

test('a gap is named by the event after it', (t) => {
  const [a, b, c] = [eventAt(1), eventAt(2), eventAt(3)];
  t.is(take([a, b, c]), 'whole');
  t.is(take([a, c]), `gap ${c.position}`);
  t.is(take([b, c]), `gap ${b.position}`);
  t.is(take([b, c], a.position), 'whole');
  t.is(take([c], a.position), `gap ${c.position}`);
  t.is(take([a, a]), `gap ${a.position}`);
  t.is(typeof isNext, 'function');
});

test('sequence numbers go on over epochs; after a confirmed restore the old end may be gone', (t) => {
  t.is(take([eventAt(1), epochAt(2, 1), eventAt(3, 1)]), 'whole');
  t.is(take([eventAt(1), epochAt(3, 1)]), `gap ${position(3, 1)}`);
  t.is(take([epochAt(2, 1), eventAt(3, 1)], position(9)), 'whole', 'what stood at 9 is gone with the restore');
  t.is(take([eventAt(2, 1)], position(9)), `gap ${position(2, 1)}`);
});

const sealOf = (events: readonly StoredEvent[], from = START, known?: Seal): Seal | undefined => {
  const sealing = createSealing(from, known, known === undefined ? [] : [pledgeOf(known)]);
  events.forEach((event) => sealing.take(event));
  return sealing.seal();
};

test('a seal depends on every event before it, and can be gone on with', (t) => {
  const events = [1, 2, 3, 4, 5].map((n) => eventAt(n));
  const whole = sealOf(events);
  const half = sealOf(events.slice(0, 2));
  t.deepEqual(half?.position, position(2));
  t.deepEqual(sealOf(events.slice(2), position(2), half), whole);
  t.deepEqual(sealOf(events, START, half), whole, 'a seal on the way is held against');
  t.is(sealOf(events.slice(2), position(2)), undefined, 'nothing is sealed that was not looked at');
  t.is(sealOf(events.slice(3), position(3), half), undefined);
  t.deepEqual(sealOf([]), { position: START, digest: GENESIS, tail: '', tailEvents: 0, events: 0 });

  // Whole blocks behind it, and the stretch of a block.
  const many = Array.from({ length: 200 }, (_, index) => eventAt(index + 1));
  for (const cut of [1, 63, 64, 65, 127, 128, 199]) {
    const known = sealOf(many.slice(0, cut));
    t.deepEqual(sealOf(many.slice(cut), position(cut), known), sealOf(many), `${cut}`);
    t.deepEqual(sealOf(many, START, known), sealOf(many), `${cut}`);
    const changed = many.with(cut - 1, { ...eventAt(cut), metadata: withHash(hashOf('other'), '"v":1}') });
    t.throws(() => sealOf(changed, START, known), { message: /sealed/ }, `${cut}`);
  }

  const others: Readonly<Record<string, readonly StoredEvent[]>> = {
    another: events.with(1, { ...eventAt(2), metadata: withHash(hashOf('other'), '"v":1}') }),
    fewer: events.toSpliced(1, 1),
    swapped: [
      eventAt(1),
      { ...eventAt(3), position: position(2) },
      { ...eventAt(2), position: position(3) },
      eventAt(4),
    ],
  };
  for (const [name, damaged] of Object.entries(others)) {
    const known = sealOf(events.slice(0, 3));
    const fault = t.throws(() => sealOf(damaged, START, known), undefined, name);
    t.like(fault, { code: 'corrupt', detail: { reason: 'resealed', position: position(3) } }, name);
  }
});

test('a pledge between two events is over those before it, and one that is not reached is not held against', (t) => {
  const events = [1, 2, 3, 5, 6].map((n) => eventAt(n));
  const { hash } = pledgeOf(sealOf(events.slice(0, 3)) as Seal);
  const held = (pledge: Pledge, log = events): string => {
    const sealing = createSealing(START, undefined, [pledge]);
    try {
      for (const event of log) sealing.take(event);
      return 'whole';
    } catch (error) {
      return String((error as { detail: Record<string, unknown> }).detail['position']);
    }
  };
  t.is(held({ position: position(4), hash }), 'whole');
  t.is(held({ position: position(3), hash }), 'whole');
  t.is(held({ position: position(5), hash }), position(5));
  t.is(held({ position: position(4), hash }, events.toSpliced(1, 1)), position(5));
  t.is(held({ position: position(9), hash: hashOf('another') }), 'whole');
});

test('an epoch ends the meaning of a seal of before it, and of pledges for its ground', (t) => {
  const seal = sealOf([1, 2].map((n) => eventAt(n)));
  const epoch = (n: number): Epoch => ({
    position: position(3, n),
    before: { position: position(2), hash: hashOf('x') },
  });
  t.is(sealWithin(seal, undefined), seal);
  t.is(sealWithin(seal, epoch(0)), seal);
  t.is(sealWithin(seal, epoch(1)), undefined);
  t.deepEqual(pledgesOf(seal, epoch(1)), [pledgeOf(seal as Seal), epoch(1).before]);
  t.deepEqual(pledgesOf(undefined, undefined), []);
});

test('the mark of what was verified carries the seal', async (t) => {
  const world = createProjectionWorld(t);
  const { feed, store: eventStore, documents, codec } = world;
  const signer = createSigner();
  const grow = async (): Promise<unknown> => world.append('box-1', put('a'));
  const verifier = () => {
    const epoch = async () => Promise.resolve(undefined);
    const sealed = createSealedLog({ feed, documents, signer, epoch, batchMax: 2 });
    const witnesses = async (): Promise<readonly string[]> => [VERIFIED];
    return { ...createLogVerifier({ ...sealed, eventStore, codec, timers: createTimers(), witnesses }), sealed };
  };
  for (let i = 0; i < 5; i += 1) await grow();
  const first = verifier();
  await first.verifyNew();
  t.is((await documents.checkpoint(VERIFIED))?.position, position(5));
  t.is(first.sealed.verifiedTo(), position(5));
  t.deepEqual(await readSeal(documents, signer), sealOf(await world.events()));

  for (let i = 0; i < 3; i += 1) await grow();
  const second = verifier();
  await second.verifyNew();
  t.is(second.sealed.verifiedTo(), position(8));
  t.deepEqual(await readSeal(documents, signer), sealOf(await world.events()), 'it goes on from the seal before');
  const other = await t.throwsAsync(readSeal(documents, createSigner()), { code: 'corrupt' });
  t.like(other, { detail: { reason: 'seal_unsigned', theirs: signer.keyId } });
  t.regex(other?.message ?? '', /is signed with the key .*, and the key here is/);
  for (const body of [{}, { signature: null }, []]) {
    const damaged = { ...documents, get: async () => ({ id: 'log', owner: 'system', position: START, body }) };
    const fault = await t.throwsAsync(readSeal(damaged as unknown as typeof documents, signer), { code: 'corrupt' });
    t.like(fault, { detail: { reason: 'seal_unsigned' } });
    t.regex(fault?.message ?? '', /is damaged$/);
  }
});
