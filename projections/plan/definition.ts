/** A photo-sequence plan with the decisions of people. The results of its jobs are in theirs; see photo-sequence. */
import { type EventOf, idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { markOf, type StreamMark } from '../../src/kernel/projection.ts';
import type { frameCarried, frameReviewed, planCertified, PlanEvent, planPrepared } from '../../events/plan.ts';
import { assert } from '../../src/kernel/faults.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { defineProjection } from '../common/define.ts';

/** How an earlier manifest had a frame accepted. */
type CarriedFrame = Omit<EventOf<typeof frameCarried>['data'], 'frameIndex' | 'requirementId'>;

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

export const planProjection = defineProjection<PlanDocument, PlanEvent>({
  name: 'plan',
  version: 1,
  indexes: { byProject: ['projectId', 'preparedPosition'], byManifest: ['manifestHash', 'part'] },
  categories: ['plan'],
  touches: (event) => [idOf(event.stream)],
  evolve: (document, event, id) => {
    if (event.type === 'PlanPrepared') return prepared(event, id);
    assert(document !== undefined, `plan ${id} begins with PlanPrepared`);
    return { ...document, ...changesOf(document, event), updatedAt: event.metadata.at, mark: markOf(event) };
  },
});

type Prepared = Extract<PlanEvent, { readonly type: 'PlanPrepared' }>;

const prepared = (event: RecordedEvent<Prepared>, planId: string): PlanDocument => {
  const { projectId, manifestHash, workPlanId, part, firstFrame, priceCredits, frames } = event.data;
  const { at } = event.metadata;
  return {
    planId,
    projectId,
    manifestHash,
    workPlanId,
    part,
    firstFrame,
    priceCredits,
    preparedPosition: event.position,
    createdAt: at,
    updatedAt: at,
    supersededBy: null,
    certificate: null,
    repairPlanIds: [],
    mark: markOf(event),
    frames: frames.map(unreviewed),
  };
};

const unreviewed = ({ requirementId, title }: Prepared['data']['frames'][number], frameIndex: number): PlanFrame => ({
  frameIndex,
  requirementId,
  title,
  carried: null,
  decision: null,
  repairsByPerson: 0,
  repair: null,
  expired: false,
});

/** The decision that a carried frame comes with is in force here. */
const carriedDecision = ({ asset, decision }: CarriedFrame): FrameDecision | null =>
  decision === null
    ? null
    : {
        ...decision,
        assetHash: asset.hash,
        additionsHash: null,
        approveForTraining: decision.approveForTraining ?? false,
        jobId: null,
        inherited: true,
      };

const changesOf = onEvent<Exclude<PlanEvent, Prepared>, PlanDocument, Partial<PlanDocument>>({
  FrameCarried: (document, data) => {
    const { frameIndex, requirementId: _, ...carried } = data;
    return withFrame(document, frameIndex, () => ({ carried, decision: carriedDecision(carried) }));
  },
  FrameReviewed: (document, data) => {
    const { frameIndex, requirementId: _, ...reviewed } = data;
    return withFrame(document, frameIndex, ({ decision, repairsByPerson }) => {
      const repairs = reviewed.decision === 'repair' && decision?.decision !== 'repair' ? 1 : 0;
      return { decision: { ...reviewed, inherited: false }, repairsByPerson: repairsByPerson + repairs };
    });
  },
  FrameReviewExpired: (document, { frameIndex }) => withFrame(document, frameIndex, () => ({ expired: true })),
  RepairPlanned: (document, { repairPlanId, jobId, requirementIds }) => ({
    frames: document.frames.map((frame) =>
      requirementIds.includes(frame.requirementId)
        ? { ...frame, decision: null, repair: { repairPlanId, jobId }, expired: false }
        : frame,
    ),
    repairPlanIds: [...document.repairPlanIds, repairPlanId],
  }),
  PlanSuperseded: (_, { byManifestHash, byJobId }) => ({
    supersededBy: { manifestHash: byManifestHash, jobId: byJobId },
  }),
  PlanReplaced: (_, { byManifestHash }) => ({ supersededBy: { manifestHash: byManifestHash, jobId: null } }),
  PlanCertified: (_, certificate) => ({ certificate }),
});

const withFrame = (
  document: PlanDocument,
  index: number,
  change: (frame: PlanFrame) => Partial<PlanFrame>,
): Partial<PlanDocument> => {
  const frame = document.frames[index];
  assert(frame !== undefined, `plan ${document.planId} has no frame ${index}`);
  return { frames: document.frames.with(index, { ...frame, ...change(frame) }) };
};
