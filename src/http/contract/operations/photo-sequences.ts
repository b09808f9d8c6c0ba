/** Photo sequences: their review, their repair and their signed certificate. */
import { array, integer, namedObject, nullable } from '../../../kernel/shape.ts';
import { declaring, linkTo } from '../operation.ts';
import { pollPath } from '../poll-path.ts';
import {
  frameIndex,
  hash,
  planId,
  projectId,
  requirementId,
  text,
  time,
  verdict,
  workspaceId,
  yes,
} from '../shapes/common.ts';
import { repairAccepted, repairRequest } from '../shapes/job.ts';
import { checkpoint, hashText, path, signature } from '../shapes/ledger.ts';
import { oneDecisionEach, photoSequence, reviewed, reviewRequest } from '../shapes/photo-sequence.ts';

const declare = declaring('photo-sequences');

const certifiedFrame = namedObject('SignedFrame', {
  frameIndex,
  requirementId,
  assetHash: hash,
  scored: nullable(namedObject('ScoredBy', { scorer: text('pixels'), version: text('1'), verdict })),
  decidedBy: text('5e2pq0v6d8mz2r9t7b5c3n1hja', 'the key of the person that accepted it'),
  decidedAt: time,
  noteHash: hash,
});

const certificate = namedObject('FrameCertificate', {
  workspaceId,
  projectId,
  planId,
  manifestHash: hash,
  certifiedAt: time,
  frames: array(certifiedFrame),
  event: namedObject('CertifiedEvent', {
    stream: text('plan-pln_4e1xq0v6d8mz2r9t7b5c3n1hja'),
    revision: integer({ minimum: 0, examples: [3] }),
    position: text('0000-000000000042'),
    hash: hashText,
  }),
});

const planCertificate = namedObject('PlanCertificate', {
  ok: yes,
  certificate,
  signature,
  event: namedObject(
    'StoredCertifiedEvent',
    {
      before: hashText,
      id: text('0198c2de-7c1a-7000-8000-000000000000'),
      type: text('PlanCertified'),
      data: text('{}'),
      metadata: text('{}'),
    },
    { description: 'The texts as they are stored; `before` is the hash of the chain up to the event before it' },
  ),
  inLog: namedObject('CertificateInLog', {
    checkpoint,
    signature,
    index: integer({ minimum: 0, examples: [41] }),
    proof: path,
  }),
});

const PATH = '/api/v1/projects/{projectId}/film-intelligence/photo-sequences/{planId}';

export const getPhotoSequence = declare({
  method: 'GET',
  path: PATH,
  summary: 'Plan, frames and lifecycle; spends nothing',
  description:
    'The plan with its frames, the latest picture and evidence of each, and the decisions in force. ' +
    '`certificate` is there once a person has accepted every frame.',
  authority: 'Read',
  answers: { 200: photoSequence },
  links: {
    200: {
      review: linkTo('reviewPhotoSequence', { projectId: '$request.path.projectId', planId: '$request.path.planId' }),
      repair: linkTo('repairPhotoSequence', { projectId: '$request.path.projectId', planId: '$request.path.planId' }),
    },
  },
});

export const getPlanCertificate = declare({
  method: 'GET',
  path: `${PATH}/certificate`,
  summary: 'The signed certificate of a plan, with the proof that the log has it',
  description:
    'Names each accepted picture by its sha256, with the scorer and the person that decided. `event` is the event ' +
    'that certified the plan, as it is stored; `inLog` proves that a signed checkpoint of the log has it. ' +
    'With `/.well-known/jwks.json` a reader checks it without the service.',
  authority: 'Read',
  answers: { 200: planCertificate },
  errors: ['plan_not_certified'],
  entityTag: false,
  extension: true,
});

export const reviewPhotoSequence = declare({
  method: 'POST',
  path: `${PATH}/review`,
  summary: 'Record human decisions; never spends anew',
  description:
    'All decisions are taken, or none. `accept` means the latest scored attempt of the frame; `repair` ' +
    'sends it to the next repair, with additions to its prompt. A decision that is in force already ' +
    'changes nothing. Once every frame is accepted the plan is certified.',
  authority: 'Approve',
  body: reviewRequest,
  bodyOptional: true,
  rules: [oneDecisionEach],
  schemaFailureStatus: 400,
  answers: { 201: reviewed },
  links: {
    201: {
      sequence: linkTo('getPhotoSequence', { projectId: '$request.path.projectId', planId: '$response.body#/planId' }),
      repair: linkTo('repairPhotoSequence', { projectId: '$request.path.projectId', planId: '$response.body#/planId' }),
    },
  },
  errors: [
    'qa_report_missing',
    'decision_limit_reached',
    'repair_limit_reached',
    'review_expired',
    'plan_superseded',
    'plan_certified',
  ],
});

export const repairPhotoSequence = declare({
  method: 'POST',
  path: `${PATH}/repair`,
  summary: 'Regenerate only failed frames; accepted ones stay frozen',
  description:
    'Starts a job for the frames that failed, or that a person sent to repair. Accepted frames stay ' +
    'as they are. The price is held within the rest of the ceiling of the plan. While a repair of the plan ' +
    'is active, it is the answer.',
  authority: 'Spend',
  body: repairRequest,
  bodyOptional: true,
  idempotency: 'optional',
  answers: { 202: repairAccepted },
  links: {
    202: {
      poll: linkTo('pollJob', { projectId: '$request.path.projectId', jobId: '$response.body#/job/id' }),
      cancel: linkTo('cancelJob', { jobId: '$response.body#/job/id' }),
    },
  },
  errors: [
    'human_review',
    'nothing_to_repair',
    'storyboard_job_active',
    'plan_superseded',
    'expected_mismatch',
    'plan_certified',
    'topic_banned',
    'repair_ceiling_exceeded',
    'provider_not_configured',
    'provider_unavailable',
    'content_lost',
  ],
  location: pollPath,
});
