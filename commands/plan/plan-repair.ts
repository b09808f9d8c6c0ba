import { accept, refuse } from '../../src/kernel/decider.ts';
import type { JobTask } from '../../events/job.ts';
import { repairPlanned } from '../../events/plan.ts';
import { isAcceptedByPerson, isSentToRepair, type PlanFrame, type PlanState } from './state.ts';

/**
 * A repair job has been queued: its frames take no decision until they are scored anew. Frames that a person accepted
 * since the request are left out. So are those that a person has sent to repair with other words than the job has: the
 * next repair heeds them.
 */
type PlanRepair = {
  readonly type: 'PlanRepair';
  readonly repairPlanId: string;
  readonly n: number;
  readonly jobId: string;
  /** Of the job: by requirement, with a person's words for it. */
  readonly tasks: readonly Pick<JobTask, 'taskId' | 'additionsHash'>[];
};

export const planRepair = ({ repairPlanId, n, jobId, tasks }: PlanRepair, state: PlanState) => {
  if (state.details === null) return refuse('plan_not_found');
  // Of a repair before it nothing is left to plan: claims come one after another.
  if (n <= state.lastRepair) return accept();
  // The repair's job is over, or another manifest could not have begun: this comes late.
  if (state.supersededBy !== null) return refuse('plan_superseded');
  const frames = new Map(state.frames.map((frame) => [frame.requirementId, frame]));
  const taken = tasks.filter((task) => isTakenBy(task, frames.get(task.taskId)));
  return accept(repairPlanned({ repairPlanId, n, jobId, requirementIds: taken.map(({ taskId }) => taskId) }));
};

const isTakenBy = ({ additionsHash }: PlanRepair['tasks'][number], frame: PlanFrame | undefined): boolean => {
  if (frame === undefined) return true;
  return (
    !isAcceptedByPerson(frame) && (!isSentToRepair(frame) || frame.review?.additionsHash === (additionsHash ?? null))
  );
};
