/** Random work on jobs of frames, and on jobs whose tasks are of several kinds. */
import fc from 'fast-check';
import type { JobDetails } from '../../commands/job/state.ts';
import type { Makes } from '../../events/job.ts';
import { limits } from '../../src/kernel/limits.ts';
import { detailsOf, type JobWork, steps } from './job-steps.ts';

type Mix = {
  readonly details: JobDetails;
  readonly settle: JobDetails['settle'];
  readonly judged: number;
  /** By task those before it that it continues. */
  readonly after: readonly number[];
  readonly afterAll: number;
  readonly checkpoint: number;
  readonly makes: readonly Makes[];
};

/** Tasks of several kinds that continue each other in any way that has an order. */
const mixed = ({ details, settle, judged, after, afterAll, checkpoint, makes }: Mix): JobDetails => ({
  ...details,
  settle,
  engines: MAKES.map((one) => ({ makes: one, names: details.engines[0]?.names.map((name) => `${one} ${name}`) ?? [] })),
  tasks: details.tasks.map((task, index) => ({
    ...task,
    makes: makes[index] ?? 'image',
    judged: settle === 'each' && isIn(judged, index),
    after: details.tasks.slice(0, index).flatMap(({ taskId }, one) => (isIn(after[index] ?? 0, one) ? [taskId] : [])),
    ...(isIn(afterAll, index) ? { afterAll: true } : {}),
    ...(isIn(checkpoint, index) ? { checkpoint: true } : {}),
  })),
});

const MAKES = ['image', 'clip', 'speech', 'music', 'assembly', 'report'] as const satisfies readonly Makes[];

const isIn = (bits: number, index: number): boolean => ((bits >> index) & 1) === 1;

const TASKS_MAX = limits.tasksInFlightPerJobMax + 2;
const bits = fc.nat({ max: 2 ** TASKS_MAX - 1 });

const mixedWork: fc.Arbitrary<JobWork> = fc.record({
  details: fc
    .record({
      details: detailsOf,
      settle: fc.constantFrom('each', 'whole'),
      judged: bits,
      // Sparse: a task that continues all before it leaves nothing to choose.
      after: fc.array(
        fc.tuple(bits, bits).map(([one, other]) => one & other),
        { minLength: TASKS_MAX, maxLength: TASKS_MAX },
      ),
      afterAll: fc.tuple(bits, bits, bits).map(([one, other, third]) => one & other & third),
      checkpoint: fc.tuple(bits, bits).map(([one, other]) => one & other),
      makes: fc.array(fc.constantFrom(...MAKES), { minLength: TASKS_MAX, maxLength: TASKS_MAX }),
    })
    .map(mixed),
  steps,
});

export const jobWork: fc.Arbitrary<JobWork> = fc.oneof(fc.record({ details: detailsOf, steps }), mixedWork);
