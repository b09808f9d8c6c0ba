/** The lifecycle of a whole plan. The first that holds: */
import { isFinal } from '../../commands/job/queries.ts';
import type { JobDocument } from '../job/document.ts';
import type { PlanDocument } from '../plan/document.ts';
import type { FrameFacts } from './facts.ts';

/**
 * - `certified`: a person has accepted every frame, and the certificate is written
 * - `repairing`, `generating`: a repair, or a generation, of this plan is queued or running
 * - `human_review`: a frame waits for a person, the ladder being at its end
 * - `in_review`: a person has decided on a frame of this plan, and the decision is in force
 * - `generated`: a job of this plan has scored a frame, or every frame came accepted
 * - `planned`: neither
 */
export type Lifecycle =
  | 'planned'
  | 'generating'
  | 'generated'
  | 'in_review'
  | 'repairing'
  | 'human_review'
  | 'certified';

export const lifecycleOf = (
  plan: PlanDocument,
  facts: readonly FrameFacts[],
  jobs: readonly JobDocument[],
): Lifecycle => {
  if (plan.certificate !== null) return 'certified';
  const active = jobs.find(({ status }) => !isFinal(status));
  if (active !== undefined) return active.operation === 'photo_sequence_repair' ? 'repairing' : 'generating';
  if (facts.some(({ status }) => status === 'human_review')) return 'human_review';
  if (facts.some(({ decision }) => decision?.inherited === false)) return 'in_review';
  return facts.some(({ isScored }) => isScored) || facts.every(({ status }) => status === 'accepted')
    ? 'generated'
    : 'planned';
};
