import { declare } from '../operation.ts';
import { repairAccepted, repairRequest } from '../shapes/job.ts';
import { oneDecisionEach, photoSequence, reviewed, reviewRequest } from '../shapes/photo-sequence.ts';
import { pollPath } from './storyboard-images.ts';

const PATH = '/api/v1/projects/{projectId}/film-intelligence/photo-sequences/{planId}';
const found = ['project_forbidden', 'project_not_found', 'plan_not_found'] as const;

export const getPhotoSequence = declare({
  operationId: 'getPhotoSequence',
  method: 'GET',
  path: PATH,
  tag: 'photo-sequences',
  summary: 'Plan, frames and lifecycle; spends nothing',
  authority: 'Read',
  schemaFailureStatus: 422,
  idempotency: 'none',
  answers: { 200: photoSequence },
  errors: found,
});

export const reviewPhotoSequence = declare({
  operationId: 'reviewPhotoSequence',
  method: 'POST',
  path: `${PATH}/review`,
  tag: 'photo-sequences',
  summary: 'Record human decisions; never spends anew',
  authority: 'Approve',
  body: reviewRequest,
  bodyOptional: true,
  rules: [oneDecisionEach],
  schemaFailureStatus: 400,
  idempotency: 'none',
  answers: { 201: reviewed },
  errors: [
    ...found,
    'qa_report_missing',
    'decision_limit_reached',
    'repair_limit_reached',
    'review_expired',
    'plan_superseded',
    'plan_certified',
  ],
});

export const repairPhotoSequence = declare({
  operationId: 'repairPhotoSequence',
  method: 'POST',
  path: `${PATH}/repair`,
  tag: 'photo-sequences',
  summary: 'Regenerate only what failed; accepted frames stay frozen',
  authority: 'Spend',
  body: repairRequest,
  bodyOptional: true,
  schemaFailureStatus: 422,
  idempotency: 'optional',
  answers: { 202: repairAccepted },
  errors: [
    ...found,
    'human_review',
    'nothing_to_repair',
    'storyboard_job_active',
    'plan_superseded',
    'plan_certified',
    'repair_ceiling_exceeded',
    'insufficient_credits',
    'too_many_open_holds',
    'provider_unavailable',
    'content_lost',
  ],
  location: pollPath,
});
