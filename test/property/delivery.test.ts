/**
 * Deliveries in any interleaving of arrivals, outcomes, and partitions that go and come back: each message is done at
 * least once and in the order of its key. Saved progress never passes an undone one, and bounds hold (I16).
 */
import test from 'ava';
import fc from 'fast-check';
import type { Arrival, DeliveryQueue, QueueOptions } from '../../src/messaging/delivery-queue.ts';
import {
  createDeliveryWorld,
  type DeliveryParts,
  type Event,
  honest,
  PARTITIONS,
} from '../support/messaging/delivery-world.ts';
import { breaks, holds } from '../support/property/property.ts';
import { weighted } from '../support/property/weighted.ts';

const MESSAGES_EACH = 8;

const partition = fc.nat(PARTITIONS - 1);
const nth = fc.nat(9);
const outcome = fc.constantFrom(
  { kind: 'done' } as const,
  { kind: 'done' } as const,
  { kind: 'failed', reason: 'ill', retriable: false } as const,
  { kind: 'failed', reason: 'away', retriable: true } as const,
  { kind: 'parked', retryAfterMs: 5 } as const,
  { kind: 'poison', reason: 'no event' } as const,
  { kind: 'void' } as const,
);
const event: fc.Arbitrary<Event> = fc.oneof(
  weighted(6, { kind: 'arrive', partition }),
  weighted(6, { kind: 'settle', nth, outcome }),
  weighted(3, { kind: 'wake', nth }),
  weighted(1, { kind: 'save' }),
  weighted(1, { kind: 'lose', partition, otherDoes: fc.nat(3) }),
  weighted(2, { kind: 'gain', partition }),
  weighted(1, { kind: 'lapse' }),
);
const runs = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 80 }),
  options: fc.record({
    inFlightMax: fc.integer({ min: 1, max: 4 }),
    readAheadMax: fc.integer({ min: 4, max: 10 }),
    ordered: fc.boolean(),
  }),
});

const law =
  (parts: DeliveryParts) =>
  ({
    events,
    options,
  }: {
    readonly events: readonly Event[];
    readonly options: Parameters<typeof honest.createQueue>[0];
  }): void => {
    const world = createDeliveryWorld(MESSAGES_EACH, options, parts);
    for (const one of events) world.happen(one);
    world.finish();
    if (world.flaws.length > 0) throw new Error(world.flaws.join('\n'));
  };

test('messages are done in order and at least once, within bounds, and none is skipped', (t) => {
  t.notThrows(() => holds(runs, law(honest), 1_000));
});

type Queue = DeliveryQueue<Arrival>;

/** The machine with one thing about it changed. */
const withQueue = (change: (queue: Queue) => Partial<Queue>): DeliveryParts => ({
  ...honest,
  createQueue: <M extends Arrival>(options: QueueOptions) => {
    const queue = honest.createQueue<M>(options);
    return { ...queue, ...(change(queue) as unknown as Partial<DeliveryQueue<M>>) };
  },
});

const SABOTAGES: Readonly<Record<string, DeliveryParts>> = {
  'no order where there should be one': {
    ...honest,
    createQueue: (options) => honest.createQueue({ ...options, ordered: false }),
  },
  'more in flight than allowed': {
    ...honest,
    createQueue: (options) => honest.createQueue({ ...options, inFlightMax: options.inFlightMax + 1 }),
  },
  'reading ahead without a bound': withQueue(() => ({ isFull: () => false })),
  'messages of lost partitions that stay': withQueue(() => ({ dropLost: () => [] })),
  'rests that never end': withQueue(() => ({ wake: () => undefined })),
  'failures that count as done': withQueue((queue) => ({ settle: (entry) => queue.settle(entry, { kind: 'done' }) })),
  'progress that takes the last that was done for the end': {
    ...honest,
    createProgress: (start) => {
      const progress = honest.createProgress(start);
      let last = start;
      return {
        ...progress,
        take: (from, next) => {
          const done = progress.take(from, next);
          return () => {
            last = Math.max(last, next);
            done();
          };
        },
        doneTo: () => last,
      };
    },
  },
  'progress that ends where reading does': {
    ...honest,
    createProgress: (start) => {
      const progress = honest.createProgress(start);
      return { ...progress, doneTo: () => progress.next() };
    },
  },
};

for (const [name, parts] of Object.entries(SABOTAGES)) {
  test(`sabotage: ${name}: found`, (t) => {
    t.true(breaks(runs, law(parts), 1_000));
  });
}
