/** Read model `plan`: one document per photo-sequence plan, from its own stream. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import { markOf } from '../../src/kernel/projection.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { defineProjection } from '../common/define.ts';
import type { CarriedFrame, FrameDecision, PlanDocument, PlanFrame } from './document.ts';

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
