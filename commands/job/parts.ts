/** The parts of a job's hold: one for each task, or one for all of them. */
import { type ProviderCost, sumOfCosts } from '../../src/kernel/provider-cost.ts';
import type { JobDetails, JobState } from './state.ts';
import { heldFor } from './queries.ts';

/** The one part of a job that is paid as a whole: it closes once, so no crash can leave such a job paid in part. */
export const WHOLE = 'whole';

type Part = { readonly partId: string; readonly amount: number };

/** The worst case of every task. */
export const partsOf = ({ settle, tasks }: Pick<JobDetails, 'settle' | 'tasks'>): readonly Part[] =>
  settle === 'whole'
    ? [{ partId: WHOLE, amount: tasks.reduce((sum, task) => sum + heldFor(task), 0) }]
    : tasks.map((task) => ({ partId: task.taskId, amount: heldFor(task) }));

/** The cost, as providers told it, of the attempts behind each part. */
export const providerCostsOf = ({
  settle,
  tasks,
}: Pick<JobState, 'settle' | 'tasks'>): Readonly<Record<string, readonly ProviderCost[]>> =>
  settle === 'whole'
    ? { [WHOLE]: sumOfCosts(tasks.flatMap(({ providerCosts }) => providerCosts)) }
    : Object.fromEntries(tasks.map(({ taskId, providerCosts }) => [taskId, providerCosts]));
