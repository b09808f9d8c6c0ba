/** What a plan owes: its certificate, once a person has accepted every frame. */
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import type { PlanEvent } from '../../events/plan.ts';
import { NOTHING, type PlanWork } from './document.ts';
import { owedSince } from './due.ts';

export const evolvePlan = (work: PlanWork | undefined, event: RecordedEvent<PlanEvent>): PlanWork | undefined => {
  const folded = fold(work, event);
  if (folded === undefined || folded === work) return folded;
  const complete = folded.frames.every(({ acceptedByPerson }) => acceptedByPerson);
  return { ...folded, ...(complete ? owedSince('plan.certify', work, event.metadata.at) : NOTHING) };
};

const fold = (work: PlanWork | undefined, event: RecordedEvent<PlanEvent>): PlanWork | undefined => {
  if (event.type === 'PlanPrepared') {
    const frames = event.data.frames.map(({ requirementId }) => ({ requirementId, acceptedByPerson: false }));
    return { ...NOTHING, subject: 'plan', planId: idOf(event.stream), projectId: event.data.projectId, frames };
  }
  if (work === undefined) return undefined;
  switch (event.type) {
    case 'FrameCarried':
      return withFrames(work, [event.data.requirementId], event.data.decision?.decision === 'accept');
    case 'FrameReviewed':
      return withFrames(work, [event.data.requirementId], event.data.decision === 'accept');
    case 'RepairPlanned':
      return withFrames(work, event.data.requirementIds, false);
    case 'FrameReviewExpired':
      return work;
    case 'PlanSuperseded':
    case 'PlanCertified':
      return undefined;
    default:
      return assertNever(event);
  }
};

const withFrames = (work: PlanWork, requirementIds: readonly string[], acceptedByPerson: boolean): PlanWork => ({
  ...work,
  frames: work.frames.map((frame) =>
    requirementIds.includes(frame.requirementId) ? { ...frame, acceptedByPerson } : frame,
  ),
});
