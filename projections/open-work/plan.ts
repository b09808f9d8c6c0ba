/** The open work of a plan: its certificate, once a person has decided on it and accepted every frame. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { onEvent } from '../../src/kernel/handlers.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { NOTHING, owedSince, type PlanWork } from './document.ts';

export const evolvePlan = (work: PlanWork | undefined, event: RecordedEvent<PlanEvent>): PlanWork | undefined => {
  const folded = fold(work, event);
  if (folded === undefined || folded === work) return folded;
  const complete = folded.decided && folded.frames.every(({ acceptedByPerson }) => acceptedByPerson);
  return { ...folded, ...(complete ? owedSince('plan.certify', work, event.metadata.at) : NOTHING) };
};

const fold = onEvent<RecordedEvent<PlanEvent>, PlanWork | undefined>({
  PlanPrepared: (_, { projectId, frames }, { stream }) => ({
    ...NOTHING,
    subject: 'plan',
    planId: idOf(stream),
    projectId,
    decided: false,
    frames: frames.map(({ requirementId }) => ({ requirementId, acceptedByPerson: false })),
  }),
  FrameCarried: (work, { requirementId, decision }) =>
    work && withFrames(work, [requirementId], decision?.decision === 'accept'),
  FrameReviewed: (work, { requirementId, decision }) =>
    work && { ...withFrames(work, [requirementId], decision === 'accept'), decided: true },
  RepairPlanned: (work, { requirementIds }) => work && withFrames(work, requirementIds, false),
  FrameReviewExpired: (work) => work,
  PlanSuperseded: () => undefined,
  PlanReplaced: () => undefined,
  PlanCertified: () => undefined,
});

const withFrames = (work: PlanWork, requirementIds: readonly string[], acceptedByPerson: boolean): PlanWork => ({
  ...work,
  frames: work.frames.map((frame) =>
    requirementIds.includes(frame.requirementId) ? { ...frame, acceptedByPerson } : frame,
  ),
});
