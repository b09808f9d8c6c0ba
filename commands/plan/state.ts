/**
 * A photo-sequence plan: prepared -> reviewed frame by frame -> certified; superseded ends it for good. A frame's
 * decision is in force until a repair of it is planned. Then the frame takes no decision until that repair's job has
 * scored it anew.
 */
import type { EventOf } from '../../src/kernel/event.ts';
import type { frameCarried, frameReviewed, planPrepared } from '../../events/plan.ts';

export type PlanDetails = EventOf<typeof planPrepared>['data'];
export type CarriedFrame = Omit<EventOf<typeof frameCarried>['data'], 'frameIndex' | 'requirementId'>;
export type FrameReview = EventOf<typeof frameReviewed>['data'];

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
