/** Who does what an open-work document owes: each kind belongs to the role that has the means for it. */
import type { JobState } from '../../../commands/job/state.ts';
import { jobDecider } from '../../../commands/job/decider.ts';
import { dispatchOf } from '../../../commands/job/ladder.ts';
import { jobStream } from '../../../commands/job/stream.ts';
import { ledgerDecider } from '../../../commands/ledger/decider.ts';
import { openHoldsOf } from '../../../commands/ledger/queries.ts';
import { ledgerStream } from '../../../commands/ledger/stream.ts';
import { planDecider } from '../../../commands/plan/decider.ts';
import { planStream } from '../../../commands/plan/stream.ts';
import { projectDecider } from '../../../commands/project/decider.ts';
import { projectStream } from '../../../commands/project/stream.ts';
import type { JobWork, OpenWorkDocument, WorkKind } from '../../../projections/open-work/document.ts';
import { assertNever } from '../../kernel/faults.ts';
import { newEntryId, releaseHold } from '../generation/ledger-steps.ts';
import { nowText, systemContext } from '../services.ts';
import { answerRequest } from './answer-request.ts';
import { carryJobOn } from './carry-job-on.ts';
import { carryMediaOn, dispatchOwedScenes } from './carry-media-on.ts';
import { carryPlanOn } from './carry-plan-on.ts';
import { dispatchFrame } from './dispatch-frame.ts';
import type { ReactionDeps, Role } from './reactions.ts';
import { scoreFrame } from './score-frame.ts';
import { settleDecided } from './settle-job.ts';
import type { CarriedOn, OwedWork } from './supervise.ts';
import type { SystemContext } from '../services.ts';

const ENGINE_WORK: ReadonlySet<string> = new Set<WorkKind>([
  'frame.dispatch',
  'frame.lease',
  'scene.dispatch',
  'scene.lease',
]);

const roleOf = (kind: OpenWorkDocument['kind']): Role => {
  if (ENGINE_WORK.has(kind)) return 'dispatcher';
  return kind === 'frame.score' ? 'scorer' : 'supervisor';
};

export const createCarryOn =
  (deps: ReactionDeps, roles: ReadonlySet<Role>) =>
  async ({ owner, body }: OwedWork): Promise<CarriedOn> => {
    if (body.kind === 'none' || !roles.has(roleOf(body.kind))) return 'not_ours';
    const correlationId = `supervise:${body.kind}`;
    const context = systemContext(owner, 'supervise', correlationId);
    return carrySubjectOn(deps, body, context);
  };

const carrySubjectOn = async (
  deps: ReactionDeps,
  work: OpenWorkDocument,
  context: SystemContext,
): Promise<CarriedOn> => {
  switch (work.subject) {
    case 'job':
      await carryJobWorkOn(deps, work, context);
      return 'done';
    case 'media':
      if (ENGINE_WORK.has(work.kind)) await dispatchOwedScenes(deps, work.mediaId, context);
      else await carryMediaOn(deps, work.mediaId, context);
      return 'done';
    case 'plan':
      await carryPlanOn(deps, work.planId, context);
      return 'done';
    case 'request':
      return answerRequest(deps, work, context);
    case 'ledger': {
      const command = { type: 'ExpireCredits', entryId: newEntryId(deps.ids), now: nowText(deps.clock) } as const;
      await deps.commands.handle(ledgerDecider, ledgerStream(work.workspaceId), command, context);
      return 'done';
    }
    default:
      return assertNever(work);
  }
};

const carryJobWorkOn = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  if (ENGINE_WORK.has(work.kind) || work.kind === 'frame.score') {
    await makeFramesMove(deps, work, context);
    return;
  }
  if (work.kind === 'review.expire') await expireReviews(deps, work, context);
  await carryJobOn(deps, { jobId: work.jobId, projectId: work.projectId }, context);
  if (work.kind === 'frame.settle' || work.kind === 'hold.release') await settleDecided(deps, work.jobId, context);
  if (work.looseHolds.length > 0) await releaseLooseHolds(deps, work, context);
  if (work.planId !== null) await carryPlanOn(deps, work.planId, context);
};

/**
 * Holds that the job's decision does not name. The document only says that there may be some: it may be older than the
 * decision, so the streams tell which they are. While the claim is open its start decides on them.
 */
const releaseLooseHolds = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const { state: ledger } = await deps.commands.read(ledgerDecider, ledgerStream(context.workspaceId));
  const { state: job } = await deps.commands.read(jobDecider, jobStream(work.jobId));
  if (job.details === null && (await isClaimed(deps, work))) return;
  for (const { holdId } of openHoldsOf(ledger, work.jobId)) {
    if (holdId !== job.details?.holdId) await releaseHold(deps, context.workspaceId, holdId, 'start_lost', context);
  }
};

const isClaimed = async ({ commands }: ReactionDeps, { jobId, projectId }: JobWork): Promise<boolean> => {
  if (projectId === null) return false;
  const { state: project } = await commands.read(projectDecider, projectStream(projectId));
  return project.open?.jobId === jobId;
};

/** Frames whose dispatch or score was lost on its way: done here, by the very functions that the messages lead to. */
const makeFramesMove = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const { state: job } = await deps.commands.read(jobDecider, jobStream(work.jobId));
  const now = nowText(deps.clock);
  // What is carried on is due, also where a clock that was ahead put off the date of it.
  const until = now > work.dueAt ? now : work.dueAt;
  const owed = work.frames.filter(({ step, dueAt }) => STEPS_OF[work.kind]?.has(step) === true && dueAt <= until);
  await Promise.all(owed.map(async ({ requirementId }) => makeFrameMove(deps, work, job, requirementId, context)));
};

const STEPS_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  'frame.dispatch': new Set(['dispatched', 'claimed']),
  'frame.lease': new Set(['dispatched', 'claimed']),
  'frame.score': new Set(['rendered']),
};

const makeFrameMove = async (
  deps: ReactionDeps,
  work: JobWork,
  job: JobState,
  requirementId: string,
  context: SystemContext,
): Promise<void> => {
  const stream = jobStream(work.jobId);
  const frame = job.frames.get(requirementId);
  if (frame === undefined || frame.attemptKey === null || job.details === null) return;
  if (work.kind === 'frame.score') {
    await scoreFrame(deps, { stream, attemptKey: frame.attemptKey, context }, () => true);
    return;
  }
  const { attempt, retry, engine, corrections, previousAsset } = frame;
  const dispatched = dispatchOf(job.details, frame, {
    attempt,
    retry,
    engine: engine ?? '',
    corrections,
    previousAsset,
  });
  await dispatchFrame(deps, { stream, data: dispatched.data, context }, () => true);
};

const expireReviews = async (deps: ReactionDeps, work: JobWork, context: SystemContext): Promise<void> => {
  const { planId, requirementId, jobId } = work;
  if (planId === null || requirementId === null) return;
  const command = { type: 'ExpireReview', requirementId, jobId } as const;
  await deps.commands.handle(planDecider, planStream(planId), command, context);
};
