import test from 'ava';
import { jobCancelled, jobCancelRequested, jobQueued } from '../../../events/job.ts';
import { planCertified, planSuperseded } from '../../../events/plan.ts';
import type { Lifecycle } from '../../../projections/photo-sequence.ts';
import { photoSequence as photoSequenceShape } from '../../../src/http/contract/shapes/photo-sequence.ts';
import { assetOf, at, evidenceOf, hashOf } from '../../support/jobs/builders.ts';
import type { History } from '../../support/log/history.ts';
import {
  JOB,
  PLAN,
  REPAIR,
  carriedAccept,
  completed,
  first,
  inReview,
  outcome,
  prepared,
  queued,
  read,
  repairDetails,
  review,
  running,
  scoredFirst,
} from '../../support/jobs/plan-story.ts';
import { shapeErrors } from '../../support/http/presented.ts';

const certified = planCertified({
  certifiedAt: at(9_900),
  frames: [
    {
      frameIndex: 0,
      requirementId: 'req_0',
      assetHash: first.asset.hash,
      evidence: evidenceOf('pass'),
      decision: { noteHash: hashOf('seen'), decidedBy: 'ann', decidedAt: at(9_000) },
    },
  ],
});

const lifecycles: Record<string, [Lifecycle, History]> = {
  'a part of it came accepted, the rest is to be made': ['planned', prepared().on(PLAN, carriedAccept(0))],
  'all of it came accepted': ['generated', prepared().on(PLAN, carriedAccept(0), carriedAccept(1))],
  'a person decided anew on what came': ['in_review', prepared().on(PLAN, carriedAccept(0), review(0, 'repair'))],
  'nothing was generated': ['planned', prepared()],
  'a job is queued': ['generating', queued()],
  'a job is running': ['generating', scoredFirst()],
  'a job ended and the scorer took what it could': ['generated', completed()],
  'a job was cancelled before anything was scored': [
    'planned',
    running().on(JOB, jobCancelRequested({ requestedBy: 'ann' }), jobCancelled(outcome)),
  ],
  'a frame waits for a person': ['human_review', inReview()],
  'that person decided on the others alone': ['human_review', inReview().on(PLAN, review(0, 'accept'))],
  'a person has decided': ['in_review', inReview().on(PLAN, review(1, 'accept'))],
  'a repair is queued': ['repairing', inReview().on(PLAN, review(1, 'repair')).on(REPAIR, jobQueued(repairDetails))],
  'a later manifest took over': [
    'generated',
    completed().on(PLAN, planSuperseded({ byManifestHash: hashOf('next'), byJobId: 'job_9' })),
  ],
  'a person accepted everything': [
    'certified',
    completed().on(PLAN, review(0, 'accept'), review(1, 'accept')).on(PLAN, certified),
  ],
};

for (const [name, [expected, history]] of Object.entries(lifecycles)) {
  test(`${expected}: ${name}`, (t) => {
    t.is(read(history).lifecycle, expected);
    t.is(shapeErrors(photoSequenceShape, read(history).sequence), undefined);
  });
}

test('the sequence shows plan, frames and certificate', (t) => {
  const history = completed().on(PLAN, review(0, 'accept'), review(1, 'accept')).on(PLAN, certified);
  const { failed: _, corrections: __, perceptualHash: ___, ...evidence } = evidenceOf('pass');
  const decidedBy = { id: 'ann', name: 'Ann Smith' };
  const decision = {
    decision: 'accept' as const,
    note: 'seen',
    approveForTraining: false,
    decidedBy,
    decidedAt: at(9_000),
  };
  const frameOf = (index: number) => ({
    frameIndex: index,
    requirementId: `req_${index}`,
    title: `Shot ${index}`,
    status: 'accepted',
    asset: {
      id: `ast_req_${index}-1`,
      $asset: assetOf(`req_${index}-1`).key,
      hash: `sha256:${hashOf(`req_${index}-1`)}`,
      contentType: 'image/png',
      width: 1_280,
      height: 720,
    },
    evidence,
    decision,
  });
  t.deepEqual<unknown, unknown>(read(history, new Map([['ann', 'Ann Smith']])).sequence, {
    ok: true,
    plan: {
      id: 'pln_1',
      projectId: 'prj_1',
      workPlanId: 'wpl_1',
      executionManifestArtifactHash: `sha256:${hashOf('manifest')}`,
      part: 0,
      firstFrame: 0,
      frameCount: 2,
      priceCredits: 4,
      jobIds: ['job_1'],
      repairPlanIds: [],
      superseded: false,
      createdAt: at(0),
      updatedAt: at(6_000),
    },
    frames: [frameOf(0), frameOf(1)],
    lifecycle: 'certified',
    certificate: {
      certifiedAt: at(9_900),
      frames: [
        {
          frameIndex: 0,
          requirementId: 'req_0',
          assetHash: `sha256:${first.asset.hash}`,
          evidence,
          decision: { noteHash: `sha256:${hashOf('seen')}`, decidedBy, decidedAt: at(9_000) },
        },
      ],
    },
  });
});
