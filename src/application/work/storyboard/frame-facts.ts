/**
 * The facts about each requirement of a manifest, from the streams of its jobs and plans: the base of every decision.
 */
import { jobDecider, jobStream } from '../../../../commands/job/decider.ts';
import { isFinal } from '../../../../commands/job/queries.ts';
import type { JobState, TaskState } from '../../../../commands/job/state.ts';
import { planDecider, planStream } from '../../../../commands/plan/decider.ts';
import { type CarriedFrame, isSentToRepair, type PlanFrame, type PlanState } from '../../../../commands/plan/state.ts';
import type { FrameFact } from '../../../../commands/plan/review-frames.ts';
import { projectDecider, projectStream } from '../../../../commands/project/decider.ts';
import { jobsOfManifest, type PlanJob, type ProjectState } from '../../../../commands/project/state.ts';
import type { Asset } from '../../../../events/common.ts';
import type { ExpectedRevision } from '../../../kernel/position.ts';
import type { CommandHandler } from '../../log/command-handler.ts';
import { isSatisfied, type ManifestRequirement } from './manifest.ts';

/** The job of a requirement: the last one that took it. */
export type Standing = {
  readonly jobId: string;
  /** The claim that the job runs under. */
  readonly n: number;
  readonly job: JobState;
  readonly task: TaskState;
};

/** By requirement id. Requirements that no job of the manifest has taken are not in it. */
export type Standings = ReadonlyMap<string, Standing>;

type Reader = Pick<CommandHandler, 'read'>;

type JobOfPlan = Pick<PlanJob, 'n' | 'jobId'>;

/**
 * The jobs of a plan, in the order of their claims. The project knows those of the manifest that generated last; a
 * superseded plan knows its own. So the project must be read before the plan.
 */
export const jobsOfPlan = (project: ProjectState, planId: string, plan: PlanState): readonly JobOfPlan[] => {
  if (plan.details === null) return [];
  const { manifestHash } = plan.details;
  const known = jobsOfManifest(project, manifestHash).filter((job) => job.planId === planId);
  return project.generated?.manifestHash === manifestHash ? known : [...plan.jobs, ...known];
};

export type PlanWithJobs = {
  readonly project: ProjectState;
  readonly plan: PlanState;
  readonly jobs: readonly JobOfPlan[];
};

/** A plan known by its id alone, read after its project. Undefined: there is none. */
export const readPlanWithJobs = async (commands: Reader, planId: string): Promise<PlanWithJobs | undefined> => {
  const read = async (): Promise<PlanState> => (await commands.read(planDecider, planStream(planId))).state;
  const { details } = await read();
  if (details === null) return undefined;
  const { state: project } = await commands.read(projectDecider, projectStream(details.projectId));
  const plan = await read();
  return { project, plan, jobs: jobsOfPlan(project, planId, plan) };
};

/** Folds jobs, which come in the order of their claims. */
export const readStandings = async (commands: Reader, jobs: readonly JobOfPlan[]): Promise<Standings> => {
  const states = await Promise.all(jobs.map(async ({ jobId }) => commands.read(jobDecider, jobStream(jobId))));
  const standings = new Map<string, Standing>();
  for (const [index, { jobId, n }] of jobs.entries()) {
    const job = states[index]?.state;
    if (job === undefined) continue;
    for (const task of job.tasks) if (task.status !== 'left_out') standings.set(task.taskId, { jobId, n, job, task });
  }
  return standings;
};

/** The state of a requirement under its manifest. */
export type Stand = {
  /** Accepted, and not sent back since. */
  readonly isDone: (requirement: ManifestRequirement) => boolean;
  /** Neither accepted nor taken by a job. */
  readonly isNew: (requirement: ManifestRequirement) => boolean;
  /** A person has sent it to repair. */
  readonly isSent: (requirement: ManifestRequirement) => boolean;
  /** Taken by a job that ended before it reached it: cancelled, or its chain broke. */
  readonly isLeft: (requirement: ManifestRequirement) => boolean;
};

export const standUnder = (standings: Standings, sentToRepair: ReadonlySet<string>): Stand => {
  const taskOf = ({ requirementId }: ManifestRequirement) => standings.get(requirementId)?.task;
  const isSent: Stand['isSent'] = ({ requirementId }) => sentToRepair.has(requirementId);
  const isDone: Stand['isDone'] = (requirement) =>
    !isSent(requirement) && (isSatisfied(requirement) || taskOf(requirement)?.status === 'accepted');
  return {
    isDone,
    isSent,
    isNew: (requirement) => !isDone(requirement) && !isSent(requirement) && taskOf(requirement) === undefined,
    isLeft: (requirement) => !isSent(requirement) && taskOf(requirement)?.attempt === 0,
  };
};

export type PlanStanding = { readonly planId: string; readonly state: PlanState; readonly revision: ExpectedRevision };

export const readPlans = async (commands: Reader, planIds: readonly string[]): Promise<readonly PlanStanding[]> =>
  Promise.all(
    planIds.map(async (planId) => {
      const { state, revision } = await commands.read(planDecider, planStream(planId));
      return { planId, state, revision };
    }),
  );

/** The asset of an accepted requirement: the scorer's or a person's choice, unless sent to repair since. */
export const acceptedAsset = (frame: PlanFrame, standing: Standing | undefined): Asset | null =>
  acceptanceOf(frame, standing)?.asset ?? null;

/**
 * The part that a later manifest carries on: the accepted asset with its evidence and the decision in force. Null for a
 * requirement that is not accepted. A person's accept counts from the moment that the plan has it.
 */
export const acceptanceOf = (frame: PlanFrame, standing: Standing | undefined): CarriedFrame | null => {
  if (isSentToRepair(frame)) return null;
  const { review } = frame;
  const decision =
    review === null
      ? null
      : {
          decision: review.decision,
          note: review.note,
          ...(review.approveForTraining && { approveForTraining: true }),
          decidedBy: review.decidedBy,
          decidedAt: review.decidedAt,
        };
  if (standing === undefined) {
    const { carried } = frame;
    if (carried === null || decision === null) return carried;
    return { ...carried, acceptedBy: 'person', decision };
  }
  const { scored, status } = standing.task;
  if (scored === null || (status !== 'accepted' && decision === null)) return null;
  return {
    asset: scored.asset,
    evidence: scored.evidence,
    acceptedBy: decision === null ? 'scorer' : 'person',
    decision,
  };
};

/**
 * A person's words for the next attempt. They hold until the frame is accepted, or is sent to repair again. `planned`:
 * those that it came with.
 */
export const wordsOf = (
  { review }: Pick<PlanFrame, 'review'>,
  standing: Standing | undefined,
  planned: string | null,
): string | null => {
  if (review !== null) return review.additionsHash;
  return standing === undefined ? planned : standing.task.additionsHash;
};

/** The frames that a person can decide on. */
export const factOf = (frame: PlanFrame, standing: Standing | undefined): FrameFact => {
  const attemptsUsed = attemptsMade(standing);
  if (standing === undefined) {
    return frame.carried === null
      ? { status: 'not_scored', assetHash: null, jobId: null, attemptsUsed }
      : { status: 'scored', assetHash: frame.carried.asset.hash, jobId: null, attemptsUsed };
  }
  const { jobId, job, task: made } = standing;
  const facts = { assetHash: made.scored?.asset.hash ?? null, jobId, attemptsUsed };
  if (made.status === 'accepted') return { ...facts, status: 'scored' };
  if (made.status === 'human_review') return { ...facts, status: 'waiting' };
  if (!isFinal(job.status)) return { ...facts, status: made.status === 'pending' ? 'not_scored' : 'under_way' };
  return { ...facts, status: made.scored === null ? 'not_scored' : 'scored' };
};

/** Attempts that count: a dispatch that a cancel left unclaimed was never called, also where the frame is accepted. */
export const attemptsMade = (standing: Standing | undefined): number => {
  if (standing === undefined) return 0;
  const { attempt, status } = standing.task;
  const isOver = isFinal(standing.job.status) || status === 'accepted';
  return isOver && isUncalled(standing.task) ? attempt - 1 : attempt;
};

/** Its last dispatch was not claimed, or its engine did nothing. */
const isUncalled = ({ attemptKey, epoch, retryAt }: TaskState): boolean =>
  attemptKey !== null && (epoch === 0 || retryAt !== null);
