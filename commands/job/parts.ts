/** The parts of a job's hold: one for each task, or one for all of them. */
import type { JobDetails } from './state.ts';
import { heldFor } from './queries.ts';

/** The one part of a job that is paid as a whole: it closes once, so no crash can leave such a job paid in part. */
export const WHOLE = 'whole';

type Part = { readonly partId: string; readonly amount: number };

/** The worst case of every task. */
export const partsOf = ({ settle, tasks }: Pick<JobDetails, 'settle' | 'tasks'>): readonly Part[] =>
  settle === 'whole'
    ? [{ partId: WHOLE, amount: tasks.reduce((sum, task) => sum + heldFor(task), 0) }]
    : tasks.map((task) => ({ partId: task.taskId, amount: heldFor(task) }));
