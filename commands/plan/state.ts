/**
 * A photo-sequence plan: prepared -> reviewed frame by frame -> certified; superseded ends it for good. A frame's
 * decision is in force until a repair of it is planned. Then the frame takes no decision until that repair's job has
 * scored it anew.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import type { frameCarried, frameReviewed, PlanEvent, planPrepared } from '../../events/plan.ts';
import { limits } from '../../src/kernel/limits.ts';
import { assert } from '../../src/kernel/faults.ts';
import { onEvent } from '../../src/kernel/handlers.ts';

export type PlanDetails = EventOf<typeof planPrepared>['data'];
export type CarriedFrame = Omit<EventOf<typeof frameCarried>['data'], 'frameIndex' | 'requirementId'>;
type FrameReview = EventOf<typeof frameReviewed>['data'];

/** A job of a superseded plan, and the number of the claim that it ran under. */
export type SupersededJob = { readonly n: number; readonly jobId: string };

export type PlanFrame = {
  readonly requirementId: string;
  /** How an earlier manifest had it accepted. */
  readonly carried: CarriedFrame | null;
  /** The decision in force. */
  readonly review: FrameReview | null;
  /** The picture that the last decision was about; null before one, and where there was none. */
  readonly decidedOn: string | null;
  /** How often a person has decided on the picture that the last decision was about. */
  readonly decisionsOnPicture: number;
  /** How often a person sent it to repair: each opens one more attempt, up to a bound. */
  readonly repairsByPerson: number;
  /** The repair job that took it last: a decision must rest on that job's result. */
  readonly repairJobId: string | null;
  readonly expired: boolean;
};

export type PlanState = {
  readonly details: PlanDetails | null;
  readonly frames: readonly PlanFrame[];
  /** The claim of the last repair that was planned; 0 before the first. Claims are numbered in their order. */
  readonly lastRepair: number;
  readonly supersededBy: string | null;
  /** Its jobs in the order of their claims, once it is superseded; the project knows them before. */
  readonly jobs: readonly SupersededJob[];
  readonly certified: boolean;
};

export const initial: PlanState = {
  details: null,
  frames: [],
  lastRepair: 0,
  supersededBy: null,
  jobs: [],
  certified: false,
};

/**
 * The last attempt number that a requirement may use: the ladder, and one more for each repair by a person.
 * `more`: repairs that a person is about to ask for.
 */
export const attemptsMaxOf = ({ repairsByPerson }: Pick<PlanFrame, 'repairsByPerson'>, more = 0): number =>
  limits.attemptsByLadderMax + Math.min(repairsByPerson + more, limits.attemptsByPersonMax);

/** A person sent it to repair, and no repair has been planned for it yet. */
export const isSentToRepair = (frame: PlanFrame): boolean => frame.review?.decision === 'repair';

/** Requirements of these plans that a person has sent to repair, and no repair has taken since. */
export const sentToRepairOf = (plans: readonly PlanState[]): ReadonlySet<string> =>
  new Set(plans.flatMap(({ frames }) => frames.filter(isSentToRepair).map(({ requirementId }) => requirementId)));

/** A person has accepted it: here, or in the manifest that it was carried from. */
export const isAcceptedByPerson = (frame: PlanFrame): boolean => {
  if (frame.review !== null) return frame.review.decision === 'accept';
  return frame.repairJobId === null && frame.carried?.decision?.decision === 'accept';
};

export const evolve = onEvent<PlanEvent, PlanState>({
  PlanPrepared: (state, details) => ({ ...state, details, frames: details.frames.map(unreviewed) }),
  FrameCarried: (state, data) => {
    const { frameIndex, requirementId: _, ...carried } = data;
    return withFrame(state, frameIndex, () => ({ carried }));
  },
  FrameReviewed: (state, review) =>
    withFrame(state, review.frameIndex, (frame) => ({
      review,
      decidedOn: review.assetHash,
      decisionsOnPicture: frame.decidedOn === review.assetHash ? frame.decisionsOnPicture + 1 : 1,
      repairsByPerson: frame.repairsByPerson + (review.decision === 'repair' && !isSentToRepair(frame) ? 1 : 0),
    })),
  FrameReviewExpired: (state, { frameIndex }) => withFrame(state, frameIndex, () => ({ expired: true })),
  RepairPlanned: (state, { n, jobId, requirementIds }) => {
    const taken = new Set(requirementIds);
    const frames = state.frames.map((frame) =>
      taken.has(frame.requirementId) ? { ...frame, review: null, repairJobId: jobId, expired: false } : frame,
    );
    return { ...state, frames, lastRepair: n };
  },
  PlanSuperseded: (state, { byManifestHash, jobs = [] }) => ({ ...state, supersededBy: byManifestHash, jobs }),
  PlanReplaced: (state, { byManifestHash, jobs }) => ({ ...state, supersededBy: byManifestHash, jobs }),
  PlanCertified: (state) => ({ ...state, certified: true }),
});

const unreviewed = ({ requirementId }: PlanDetails['frames'][number]): PlanFrame => ({
  requirementId,
  carried: null,
  review: null,
  decidedOn: null,
  decisionsOnPicture: 0,
  repairsByPerson: 0,
  repairJobId: null,
  expired: false,
});

const withFrame = (state: PlanState, index: number, change: (frame: PlanFrame) => Partial<PlanFrame>): PlanState => {
  const frame = state.frames[index];
  assert(frame !== undefined, `the plan has no frame ${index}`);
  return { ...state, frames: state.frames.with(index, { ...frame, ...change(frame) }) };
};
