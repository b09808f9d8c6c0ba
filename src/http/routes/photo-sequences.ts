import { createPlanCertificate } from '../../application/review/plan-certificate.ts';
import { createReadPhotoSequence } from '../../application/review/read-photo-sequence.ts';
import { createReview } from '../../application/review/review.ts';
import { createRepair } from '../../application/work/storyboard/repair.ts';
import * as declared from '../contract/operations/photo-sequences.ts';
import { plain, readsOf, type Route, stored } from './route.ts';

export const photoSequenceRoutes: readonly Route[] = [
  readsOf(({ planId }) => planId ?? null)(declared.getPhotoSequence, createReadPhotoSequence),
  plain(declared.getPlanCertificate, createPlanCertificate),
  plain(
    declared.reviewPhotoSequence,
    createReview,
    async (review, { caller, parameters: { projectId, planId }, body }) =>
      review(caller, projectId, planId, body.decisions),
  ),
  stored(
    declared.repairPhotoSequence,
    createRepair,
    async (repair, { caller, parameters: { projectId, planId }, idempotency }) =>
      repair(caller, projectId, planId, idempotency),
  ),
];
