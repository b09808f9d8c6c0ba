import type { Application } from '../../application/application.ts';
import * as declared from '../contract/operations/photo-sequences.ts';
import type { Route, RouteBuilders } from './route.ts';

export const photoSequenceRoutes = (application: Application, builders: RouteBuilders): readonly Route[] => [
  builders.reads(
    declared.getPhotoSequence,
    async ({ caller, parameters: { projectId, planId }, fresh }) =>
      application.photoSequence(caller, projectId, planId, fresh),
    ({ planId }) => planId,
  ),
  builders.plain(declared.reviewPhotoSequence, async ({ caller, parameters: { projectId, planId }, body }) =>
    application.review(caller, projectId, planId, body.decisions),
  ),
  builders.stored(declared.repairPhotoSequence, async ({ caller, parameters: { projectId, planId }, idempotency }) =>
    application.repair(caller, projectId, planId, idempotency),
  ),
];
