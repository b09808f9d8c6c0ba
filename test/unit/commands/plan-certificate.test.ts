/** When a plan is certified, and what its certificate rests on. */
import { frameCarried, planCertified } from '../../../events/plan.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { at, evidenceOf, hashOf } from '../../support/jobs/builders.ts';
import {
  accepted,
  carried,
  carriedFirst,
  certify,
  deciding,
  grounds,
  prepared,
  repaired,
  review,
  sentToRepair,
  test,
  waiting,
} from './reviewed-plan.ts';

const certificateOf = (index: number, assetHash: string, note: string, decidedBy = 'user_1') => ({
  frameIndex: index,
  requirementId: `req_${index}`,
  assetHash,
  evidence: grounds.get(`req_${index}`)?.evidence ?? null,
  decision: { noteHash: sha256(note), decidedBy, decidedAt: at() },
});

test('certified once a person has accepted every frame', (given) => {
  const certificate = planCertified({
    certifiedAt: at(),
    frames: [0, 1].map((index) => certificateOf(index, hashOf(`job_1-${index}`), 'looked at it')),
  });
  const all = [prepared, accepted(0), accepted(1)];
  given(all).accepts(certify, certificate);
  const short = [[accepted(0)], [accepted(0), accepted(1), sentToRepair(0)], [accepted(0), accepted(1), repaired()]];
  for (const past of short) {
    given(prepared, past).refuses(certify, 'not_all_accepted');
  }
  given(all, certificate).accepts({ ...certify, now: at(1) });
  given(all, certificate).refuses(review(deciding(0, 'repair')), 'plan_certified', { frameIndex: 0 });
  given(all, certificate).accepts(review(deciding(0, 'accept')));
});

test('a carried frame is certified by the decision that came with it', (given, t) => {
  given(prepared, carriedFirst, accepted(1)).leadsTo(
    { ...certify, evidence: new Map([...grounds].filter(([id]) => id === 'req_1')) },
    (_, [certificate]) => {
      t.like(certificate?.data, {
        frames: {
          0: { ...certificateOf(0, carried.asset.hash, 'kept', 'user_2'), evidence: carried.evidence },
          1: certificateOf(1, hashOf('job_1-1'), 'looked at it'),
        },
      });
    },
  );
  const byScorer = frameCarried({ ...carriedFirst.data, acceptedBy: 'scorer', decision: null });
  given(prepared, byScorer, accepted(1)).refuses(certify, 'not_all_accepted');
});

test('a repaired frame is not certified on what its carried asset was judged on', (given, t) => {
  const anew = accepted(0, { fact: waiting(0, 'job_2') });
  for (const [grounds, evidence] of [
    [new Map(), null],
    [new Map([['req_0', { assetHash: hashOf('job_2-0'), evidence: evidenceOf('fail') }]]), evidenceOf('fail')],
  ] as const) {
    given(prepared, carriedFirst, sentToRepair(0), repaired(), anew, accepted(1)).leadsTo(
      { ...certify, evidence: grounds },
      (_, [certificate]) => {
        t.like(certificate?.data, { frames: { 0: { assetHash: hashOf('job_2-0'), evidence } } });
      },
    );
  }
});

test('a certifier with the evidence of another picture does not certify', (given) => {
  const anew = accepted(0, { fact: waiting(0, 'job_2') });
  given(prepared, accepted(0), sentToRepair(0), repaired(), anew, accepted(1)).refuses(certify, 'plan_moved');
});
