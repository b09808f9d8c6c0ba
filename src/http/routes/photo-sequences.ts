import { createPlanCertificate } from '../../application/review/plan-certificate.ts';
import { createReadPhotoSequence } from '../../application/review/sequence.ts';
import { createReview } from '../../application/review/review.ts';
import { createRepair } from '../../application/work/storyboard/repair.ts';
import { declared } from '../contract/operations/registry.ts';
import { plain, reads, type Route, stored } from './route.ts';

export const photoSequenceRoutes: readonly Route[] = [
  reads(
    declared.getPhotoSequence,
    createReadPhotoSequence,
    async (read, { caller, parameters: { projectId, planId }, fresh }) => read(caller, projectId, planId, fresh),
    ({ planId }) => planId,
  ),
  plain(
    declared.getPlanCertificate,
    createPlanCertificate,
    async (certificate, { caller, parameters: { projectId, planId } }) => certificate(caller, projectId, planId),
  ),
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
