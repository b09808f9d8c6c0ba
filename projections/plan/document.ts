/** A photo-sequence plan with the decisions of people. The results of its jobs are in theirs; see photo-sequence. */
import type { EventOf } from '../../src/kernel/event.ts';
import type { StreamMark } from '../../src/kernel/projection.ts';
import type { frameCarried, frameReviewed, planCertified, planPrepared } from '../../events/plan.ts';

/** How an earlier manifest had a frame accepted. */
export type CarriedFrame = Omit<EventOf<typeof frameCarried>['data'], 'frameIndex' | 'requirementId'>;

/** A person's decision in force. */
export type FrameDecision = Omit<EventOf<typeof frameReviewed>['data'], 'frameIndex' | 'requirementId'> & {
  /** It was made on an earlier manifest, and came along with the frame. */
  readonly inherited: boolean;
};

export type PlanFrame = {
  readonly frameIndex: number;
  readonly requirementId: string;
  readonly title: string | null;
  /** Counts as scored. */
  readonly carried: CarriedFrame | null;
  readonly decision: FrameDecision | null;
  /** How often a person sent it to repair: each opens one more attempt. */
  readonly repairsByPerson: number;
  /** The repair that took it last: it takes decisions on that job's result only. */
  readonly repair: { readonly repairPlanId: string; readonly jobId: string } | null;
  /** The review expired. */
  readonly expired: boolean;
};

export type PlanDocument = Pick<
  EventOf<typeof planPrepared>['data'],
  'projectId' | 'manifestHash' | 'workPlanId' | 'part' | 'firstFrame' | 'priceCredits'
> & {
  readonly planId: string;
  readonly preparedPosition: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Without a job: a person decided on a plan of that manifest, which had generated nothing. */
  readonly supersededBy: { readonly manifestHash: string; readonly jobId: string | null } | null;
  readonly certificate: EventOf<typeof planCertified>['data'] | null;
  readonly repairPlanIds: readonly string[];
  readonly mark: StreamMark;
  /** By `frameIndex`. */
  readonly frames: readonly PlanFrame[];
};
