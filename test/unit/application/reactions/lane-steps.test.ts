/** The steps of the queue of one destination. */
import test from 'ava';
import type { LaneWork } from '../../../../projections/open-work/document.ts';
import { carryLaneOn } from '../../../../src/application/reactions/carry-on.ts';
import { systemContext } from '../../../../src/application/services/services.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { createFakeClock } from '../../../support/kernel/fake-clock.ts';

/** A step of a queue of so many, whose receiver takes each after a while; its outcome, and what was done in it. */
const stepOf = async (count: number, takesMs: number) => {
  const { clock, advance } = createFakeClock();
  const since = new Date(clock.now()).toISOString();
  const members = Array.from({ length: count }, (_, n) => ({
    deliveryId: `dlv_${n}`,
    index: 0,
    since,
    isHeld: true,
    round: 0,
    dueAt: since,
  }));
  const work: LaneWork = { subject: 'lane', kind: 'delivery.attempt', dueAt: since, host: 'slow.test', members };
  const done = { attempted: 0, refused: 0 };
  const deliveries = {
    attemptNext: async () => {
      done.attempted += 1;
      await advance(takesMs, 0);
      return false;
    },
    refuse: async () => Promise.resolve(void (done.refused += 1)),
  } as unknown as Parameters<typeof carryLaneOn>[0]['deliveries'];
  const stopping = new AbortController().signal;
  const carried = await carryLaneOn({ deliveries, clock, stopping }, work, systemContext('ws_1', 'supervise', 'c1'));
  return { carried, ...done };
};

test('a queue of a receiver that takes its deliveries at once is sent in one step', async (t) => {
  const max = limits.deliveriesOpenPerDestinationMax;
  t.deepEqual(await stepOf(max + 2, 0), { carried: undefined, attempted: max + 2, refused: 2 });
});

test('a queue of a slow receiver is looked at anew in time, so that too many that wait are refused', async (t) => {
  const takesMs = 9_000;
  const attempted = Math.ceil(limits.deliveryStepMs / takesMs);
  t.deepEqual(await stepOf(100, takesMs), { carried: { againAfterMs: 0 }, attempted, refused: 0 });
});
