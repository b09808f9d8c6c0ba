import test from 'ava';
import {
  frameCarried,
  frameReviewExpired,
  planCertified,
  planReplaced,
  planSuperseded,
  repairPlanned,
} from '../../../events/plan.ts';
import { type PlanDocument, planProjection } from '../../../projections/plan/definition.ts';
import { projectionSpec } from '../../spec/projection-spec.ts';
import { assetOf, at, evidenceOf, hashOf } from '../../support/jobs/builders.ts';
import { frameOf as frame, PLAN, prepared, review } from '../../support/jobs/plan-story.ts';
import { markAt, positionOf } from '../../support/log/history.ts';

const after = (revision: number, rest: Partial<PlanDocument> = {}): PlanDocument => ({
  planId: 'pln_1',
  projectId: 'prj_1',
  manifestHash: hashOf('manifest'),
  workPlanId: 'wpl_1',
  part: 0,
  firstFrame: 0,
  priceCredits: 4,
  preparedPosition: positionOf(0),
  createdAt: at(0),
  updatedAt: at(revision * 1_000),
  supersededBy: null,
  certificate: null,
  repairPlanIds: [],
  mark: markAt(PLAN, revision),
  frames: [frame(0), frame(1)],
  ...rest,
});

const saidIn = ({ data }: ReturnType<typeof review>) => {
  const { frameIndex: _, requirementId: __, ...said } = data;
  return said;
};

const carried = { asset: assetOf('old'), evidence: evidenceOf('pass'), acceptedBy: 'person' as const };
const decided = { decision: 'accept' as const, note: 'good', decidedBy: 'bob', decidedAt: at(-1_000) };

test('a prepared plan has its frames', (t) => {
  const { given } = projectionSpec(t, planProjection);
  given(prepared()).then({ pln_1: { body: after(0) } });
});

test('a carried frame brings the decision along', (t) => {
  const { given } = projectionSpec(t, planProjection);
  const about = { frameIndex: 1, requirementId: 'req_1' };
  given(prepared().on(PLAN, frameCarried({ ...about, ...carried, decision: decided }))).then({
    pln_1: {
      body: after(1, {
        frames: [
          frame(0),
          frame(1, {
            carried: { ...carried, decision: decided },
            decision: {
              ...decided,
              assetHash: hashOf('old'),
              additionsHash: null,
              approveForTraining: false,
              jobId: null,
              inherited: true,
            },
          }),
        ],
      }),
    },
  });
  given(prepared().on(PLAN, frameCarried({ ...about, ...carried, decision: null }))).then({
    pln_1: { body: after(1, { frames: [frame(0), frame(1, { carried: { ...carried, decision: null } })] }) },
  });
});

test('the last decision is in force, and a repair that is sent twice counts once', (t) => {
  const { given } = projectionSpec(t, planProjection);
  const accept = review(0, 'accept');
  const repair = review(0, 'repair');
  const history = prepared().on(PLAN, accept).on(PLAN, repair).on(PLAN, repair);
  given(history).then({
    pln_1: {
      body: after(3, {
        frames: [frame(0, { decision: { ...saidIn(repair), inherited: false }, repairsByPerson: 1 }), frame(1)],
      }),
    },
  });
  history.on(PLAN, accept).on(PLAN, repair);
  given(history).thenAbout('pln_1', ({ frames }) => t.is(frames[0]?.repairsByPerson, 2));
});

test('a planned repair takes its frames, and their decisions are over', (t) => {
  const { given } = projectionSpec(t, planProjection);
  const repairPlan = { repairPlanId: 'rpl_1', n: 2, jobId: 'job_2', requirementIds: ['req_0'] };
  const expired = frameReviewExpired({ frameIndex: 1, requirementId: 'req_1', jobId: 'job_1' });
  given(prepared().on(PLAN, review(0, 'repair')).on(PLAN, expired).on(PLAN, repairPlanned(repairPlan))).then({
    pln_1: {
      body: after(3, {
        repairPlanIds: ['rpl_1'],
        frames: [
          frame(0, { repairsByPerson: 1, repair: { repairPlanId: 'rpl_1', jobId: 'job_2' } }),
          frame(1, { expired: true }),
        ],
      }),
    },
  });
});

test('a plan ends superseded or certified', (t) => {
  const { given } = projectionSpec(t, planProjection);
  const superseded = planSuperseded({ byManifestHash: hashOf('next'), byJobId: 'job_9' });
  given(prepared().on(PLAN, superseded)).then({
    pln_1: { body: after(1, { supersededBy: { manifestHash: hashOf('next'), jobId: 'job_9' } }) },
  });
  given(prepared().on(PLAN, planReplaced({ byManifestHash: hashOf('next'), jobs: [] }))).then({
    pln_1: { body: after(1, { supersededBy: { manifestHash: hashOf('next'), jobId: null } }) },
  });
  const certificate = {
    certifiedAt: at(900),
    frames: [
      {
        frameIndex: 0,
        requirementId: 'req_0',
        assetHash: hashOf('req_0-1'),
        evidence: null,
        decision: { noteHash: hashOf('seen'), decidedBy: 'ann', decidedAt: at(500) },
      },
    ],
  };
  given(prepared().on(PLAN, planCertified(certificate))).then({ pln_1: { body: after(1, { certificate }) } });
});
