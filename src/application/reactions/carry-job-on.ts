/** Does the next steps that a job owes, from its open claim to its end. Idempotent, in any process. */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import { isFinal } from '../../../commands/job/queries.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import { planDecider, planStream } from '../../../commands/plan/decider.ts';
import { projectDecider, projectStream } from '../../../commands/project/decider.ts';
import type { Revision } from '../../kernel/position.ts';
import type { CommandContext } from '../log/command-handler.ts';
import { carriedAt, type SystemContext } from '../services/services.ts';
import { ONLY_START, refuseStart } from '../work/start-job.ts';
import { startClaimed, type StartDeps } from '../work/storyboard/start-claimed.ts';
import { settleJob } from './settle-job.ts';

/**
 * `projectId`: of the claim that it may have open; null for none. `dueAt`: of the step that is carried on. `isAsked`:
 * engines were asked about the attempts whose time is up, which may be given up. `since`: revision of the event that
 * asks for it, when there is one.
 */
export const carryJobOn = async (
  deps: StartDeps,
  job: {
    readonly jobId: string;
    readonly projectId: string | null;
    readonly dueAt?: string;
    readonly isAsked?: boolean;
  },
  context: SystemContext,
  since?: Revision,
): Promise<void> => {
  const { jobId } = job;
  if (job.projectId !== null) await carryClaimOn(deps, job.projectId, jobId, context);
  const { state, revision } = await deps.commands.readSince(jobDecider, jobStream(jobId), since);
  if (state.details === null) {
    if (job.projectId === null) await giveUpUndecided(deps, jobId, context);
    return;
  }
  let reached = revision;
  if (!isFinal(state.status)) {
    const leftOut = state.status === 'queued' ? await planRepair(deps, jobId, state.details, context) : [];
    const { dueAt = '', isAsked = false } = job;
    const command = { type: 'AdvanceJob', now: carriedAt(deps.clock, dueAt), leftOut, keepsAwaited: !isAsked } as const;
    reached = (await deps.commands.handle(jobDecider, jobStream(jobId), command, context)).revision;
  }
  await settleJob(deps, jobId, context, reached);
};

/** A caller that claims no project and is gone: this append and the caller's own decide between them, for good. */
const giveUpUndecided = async (deps: StartDeps, jobId: string, context: SystemContext): Promise<void> => {
  const start = { jobId, workspaceId: context.workspaceId, n: ONLY_START };
  await refuseStart(deps, start, { reason: 'abandoned' }, context);
};

/** A claim whose claimer is gone is carried to its decision. */
const carryClaimOn = async (
  deps: StartDeps,
  projectId: string,
  jobId: string,
  context: CommandContext,
): Promise<void> => {
  const { state: project } = await deps.commands.read(projectDecider, projectStream(projectId));
  const claim = project.open;
  if (claim?.jobId === jobId) await startClaimed(deps, projectId, project, claim, context);
};

/**
 * Before a repair begins: its frames are closed to decisions, and frames that a person accepted meanwhile are left out.
 */
const planRepair = async (
  deps: StartDeps,
  jobId: string,
  { storyboard, n, tasks }: JobDetails,
  context: CommandContext,
): Promise<readonly string[]> => {
  const { planId, repairPlanId = null } = storyboard ?? {};
  if (planId === undefined || repairPlanId === null) return [];
  const command = { type: 'PlanRepair', repairPlanId, n, jobId, tasks } as const;
  const { state: plan } = await deps.commands.handle(planDecider, planStream(planId), command, context);
  const taken = new Set(plan.frames.flatMap((frame) => (frame.repairJobId === jobId ? frame.requirementId : [])));
  return tasks.flatMap(({ taskId }) => (taken.has(taskId) ? [] : taskId));
};
