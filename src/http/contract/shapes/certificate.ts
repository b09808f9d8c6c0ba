/** The signed certificate of a plan. */
import { array, integer, namedObject, nullable } from '../../../kernel/shape.ts';
import { frameIndex, hash, planId, projectId, requirementId, text, time, verdict, workspaceId, yes } from './common.ts';
import { checkpoint, hashText, path, signature } from './ledger.ts';

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

export const planCertificate = namedObject('PlanCertificate', {
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
