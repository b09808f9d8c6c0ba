/** I8: pictures without QA are charged for what rendered, whichever of them fail. */
import test from 'ava';
import { type JobCommand, jobDecider } from '../../commands/job/decider.ts';
import { chargedCredits, isFinal } from '../../commands/job/queries.ts';
import type { JobDetails } from '../../commands/job/state.ts';
import { at, batchDetailsOf } from '../support/jobs/builders.ts';
import { folding } from '../support/property/sabotage.ts';
import type { JobDecider } from './job-laws.ts';
import { nextFor } from './job-steps.ts';

/** Works a batch off; tasks whose bit is set fail. */
const chargedFor = (decider: JobDecider, details: JobDetails, failing: number): number => {
  let state = decider.initial;
  const send = (command: JobCommand): void => {
    const decision = decider.decide(command, state, 'none');
    if (decision.kind === 'accepted') state = decision.events.reduce(decider.evolve, state);
  };
  send({ type: 'QueueJob', details });
  send({ type: 'AdvanceJob', now: at(), leftOut: [] });
  for (let turn = 0; turn < 2 * details.tasks.length; turn += 1) {
    for (const task of state.tasks) {
      const command = nextFor(task, (failing >> task.index) % 2 === 1 ? 'rejected' : 'pass');
      if (command !== undefined) send(command);
    }
  }
  send({ type: 'FinishJob' });
  return isFinal(state.status) ? chargedCredits(state) : Number.NaN;
};

const ones = (bits: number): number => bits.toString(2).replaceAll('0', '').length;
const PICTURES = 8;

/** Subsets of failing pictures for which the charge is another than the price of what must have rendered. */
const wronglyCharged = (decider: JobDecider, chained: boolean): readonly number[] => {
  const details = batchDetailsOf({ pictures: PICTURES, chained });
  return Array.from({ length: 2 ** PICTURES }, (_, failing) => failing).filter((failing) => {
    const firstFailing = failing === 0 ? PICTURES : Math.log2(failing & -failing);
    const rendered = chained ? firstFailing : PICTURES - ones(failing);
    return chargedFor(decider, details, failing) !== 4 * rendered;
  });
};

test('I8: whichever pictures fail, what rendered is charged', (t) => {
  for (const chained of [true, false]) t.deepEqual(wronglyCharged(jobDecider, chained), []);
});

test('a charge for what failed is found', (t) => {
  const paidAnyway = folding(jobDecider, (after, { type }) => {
    if (type !== 'TaskFailed') return after;
    const tasks = after.tasks.map((task) => (task.index === 3 ? { ...task, creditsCharged: 4 } : task));
    return { ...after, tasks };
  });
  t.not(wronglyCharged(paidAnyway, false).length, 0);
});
