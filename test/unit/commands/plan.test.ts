/** Decisions of people on a plan, its repairs, and its end. */
import { type PlanCommand, planDecider } from '../../../commands/plan/decider.ts';
import { frameReviewExpired, type PlanEvent, planReplaced, planSuperseded } from '../../../events/plan.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { hashOf } from '../../support/jobs/builders.ts';
import {
  accepted,
  carriedFirst,
  certify,
  deciding,
  expire,
  prepared,
  repair,
  repaired,
  review,
  reviewed,
  sentToRepair,
  test,
  supersede,
  superseded,
  waiting,
} from './reviewed-plan.ts';

test('a plan that is not there', (given) => {
  const commands: readonly PlanCommand[] = [review(deciding(0, 'accept')), expire, repair, certify];
  for (const command of commands) given().refuses(command, 'plan_not_found');
  given().refuses(supersede, 'plan_moved');
});

test('decisions are taken all or none', (given) => {
  const [one, two] = [deciding(0, 'accept'), deciding(1, 'repair', { additionsHash: hashOf('additions') })];
  given(prepared).accepts(review(one, two), reviewed(one), reviewed(two));
  const unscored = deciding(1, 'accept', {
    fact: { status: 'under_way', assetHash: null, jobId: 'job_1', attemptsUsed: 1 },
  });
  given(prepared).refuses(review(one, unscored), 'qa_report_missing', { frameIndex: 1 });
  given(prepared).refuses(review(one, { ...two, frameIndex: 2 }), 'qa_report_missing', { frameIndex: 2 });
});

test('a decision rests on a score, or on a frame that waits for a person', (given) => {
  for (const status of ['not_scored', 'under_way'] as const) {
    for (const decision of ['accept', 'repair'] as const) {
      const fact = { status, assetHash: hashOf('earlier'), jobId: 'job_1', attemptsUsed: 1 };
      given(prepared).refuses(review(deciding(0, decision, { fact })), 'qa_report_missing', { frameIndex: 0 });
    }
  }
  const nothingScored = { status: 'waiting', assetHash: null, jobId: 'job_1', attemptsUsed: 3 } as const;
  given(prepared).refuses(review(deciding(0, 'accept', { fact: nothingScored })), 'qa_report_missing', {
    frameIndex: 0,
  });
  const send = deciding(0, 'repair', { fact: nothingScored });
  given(prepared).accepts(review(send), reviewed(send));
});

test('a decision equal to the one in force changes nothing, another takes its place', (given) => {
  const one = deciding(0, 'accept');
  given(prepared, accepted(0)).accepts(review(one));
  const others = [
    deciding(0, 'accept', { note: 'looked again' }),
    deciding(0, 'accept', { approveForTraining: true }),
    deciding(0, 'accept', { fact: { ...waiting(0), assetHash: hashOf('another') } }),
    deciding(0, 'repair', { fact: { ...waiting(0), status: 'scored' } }),
  ];
  for (const other of others) given(prepared, accepted(0)).accepts(review(other), reviewed(other));
  // The cost of the accept is still due from the frame's part.
  given(prepared, accepted(0)).refuses(review(deciding(0, 'repair')), 'accept_pending', { frameIndex: 0 });
});

/** So many accepts of one picture, each with words of its own. */
const changesOfMind = (times: number) =>
  Array.from({ length: times }, (_, n) => reviewed(deciding(0, 'accept', { note: `looked ${n} times` })));

test('decisions on one picture are bounded, then its accept is final; a repair leads to another picture', (given) => {
  const again = deciding(0, 'accept', { note: 'and again' });
  const many = [prepared, ...changesOfMind(limits.decisionsPerPictureMax)];
  given(prepared, changesOfMind(limits.decisionsPerPictureMax - 1)).accepts(review(again), reviewed(again));
  given(many).refuses(review(again), 'decision_limit_reached', { frameIndex: 0 });
  // The decision in force is still answered, another frame is decided on, and so is another picture.
  given(many).accepts(review(deciding(0, 'accept', { note: `looked ${limits.decisionsPerPictureMax - 1} times` })));
  given(many).accepts(review(deciding(1, 'accept')), reviewed(deciding(1, 'accept')));
  const anew = deciding(0, 'accept', { fact: { ...waiting(0), assetHash: hashOf('another') } });
  given(many).accepts(review(anew), reviewed(anew));
  const sent = deciding(0, 'repair', { fact: { ...waiting(0), status: 'scored' } });
  given(many).accepts(review(sent), reviewed(sent));
});

test('a frame sent to repair takes no decision until it is scored anew', (given) => {
  const sent = [prepared, sentToRepair(0)];
  given(sent).accepts(review(deciding(0, 'repair')));
  for (const again of [deciding(0, 'accept'), deciding(0, 'repair', { note: 'also the sky' })]) {
    given(sent).refuses(review(again), 'qa_report_missing', { frameIndex: 0 });
  }
  // Scored by the job before the repair: not anew.
  given(sent, repaired()).refuses(review(deciding(0, 'accept')), 'qa_report_missing', { frameIndex: 0 });
  const anew = deciding(0, 'accept', { fact: waiting(0, 'job_2') });
  given(sent, repaired()).accepts(review(anew), reviewed(anew));
});

test('a repair that no attempt is left for is refused, and the frame can still be accepted', (given) => {
  const after = (attemptsUsed: number) => ({ fact: { ...waiting(0), attemptsUsed } });
  const second = [prepared, sentToRepair(0), repaired('job_1')];
  const third = [...second, sentToRepair(0), repaired('job_1', ['req_0'], 3)];
  const open = [
    [[prepared], 3],
    [second, 4],
    // Repairs that passed early have left attempts: it is attempts that run out.
    [third, 4],
  ] as const;
  for (const [past, attemptsUsed] of open) {
    const send = deciding(0, 'repair', after(attemptsUsed));
    given(past).accepts(review(send), reviewed(send));
  }
  given(third).refuses(review(deciding(0, 'repair', after(5))), 'repair_limit_reached', { frameIndex: 0 });
  const keep = deciding(0, 'accept', after(5));
  given(third).accepts(review(keep), reviewed(keep));
});

test('a repair leaves out what a person accepted, and is planned once', (given) => {
  given(prepared, accepted(1)).accepts(repair, repaired('job_2', ['req_0']));
  given(prepared, carriedFirst).accepts(repair, repaired('job_2', ['req_1']));
  // The carried frame was sent to repair once: it is no longer accepted.
  given(prepared, carriedFirst, repaired()).accepts(
    { ...repair, repairPlanId: 'rpl_3', n: 3, jobId: 'job_3' },
    repaired('job_3', ['req_0', 'req_1'], 3),
  );
  given(prepared, repaired()).accepts({ ...repair, jobId: 'job_9' });
  // One that comes late: another has been planned since, so the job of this one is over.
  given(prepared, repaired('job_3', ['req_0'], 3)).accepts(repair);
});

test('a review expires only without a decision', (given) => {
  const expired = frameReviewExpired({ frameIndex: 0, requirementId: 'req_0', jobId: 'job_1' });
  given(prepared).accepts(expire, expired);
  given(prepared, accepted(1)).accepts(expire, expired);
  const decided = [[accepted(0)], [sentToRepair(0)], [repaired()], [superseded], [expired]];
  for (const past of decided) {
    given(prepared, past).accepts(expire);
  }
  given(prepared).accepts({ ...expire, requirementId: 'req_9' });
  given(prepared, expired).refuses(review(deciding(0, 'accept')), 'review_expired', { frameIndex: 0 });
  // A repair makes it decidable again, and it may expire again.
  given(prepared, expired, repaired()).accepts(
    { ...expire, jobId: 'job_2' },
    frameReviewExpired({ frameIndex: 0, requirementId: 'req_0', jobId: 'job_2' }),
  );
});

test('superseded at the revision that is known, and then closed', (given) => {
  given(prepared).accepts(supersede, superseded);
  given(prepared, accepted(0)).refuses(supersede, 'plan_moved');
  given(prepared, superseded).accepts(supersede);
  given(prepared, superseded).refuses(review(deciding(0, 'accept')), 'plan_superseded', { frameIndex: 0 });
  given(prepared, accepted(0), accepted(1), superseded).refuses(certify, 'plan_superseded');
  const again = { jobs: [...supersede.jobs, { n: 3, jobId: 'job_3' }] };
  // The start that superseded it failed; the next manifest was planned on that.
  given(prepared, superseded).accepts(
    { ...supersede, ...again, byManifestHash: hashOf('later'), knownRevision: 1 },
    planSuperseded({ ...again, byManifestHash: hashOf('later'), byJobId: 'job_2' }),
  );
});

test('replaced by a manifest without a job, as superseded by one with a job', (given, t) => {
  const replace = { ...supersede, byJobId: null };
  const replaced = planReplaced({ byManifestHash: hashOf('next'), jobs: [...supersede.jobs] });
  given(prepared).accepts(replace, replaced);
  given(prepared, accepted(0)).refuses(replace, 'plan_moved');
  given(prepared, replaced).accepts(replace);
  // A claim of the same manifest that was begun before.
  given(prepared, replaced).accepts(supersede);
  given(prepared, replaced).refuses(review(deciding(0, 'accept')), 'plan_superseded', { frameIndex: 0 });
  given(prepared, accepted(0), accepted(1), replaced).refuses(certify, 'plan_superseded');
  const events: readonly PlanEvent[] = [prepared, replaced];
  t.deepEqual(events.reduce(planDecider.evolve, planDecider.initial).jobs, supersede.jobs);
});

test('a superseded plan knows its jobs, also where an older event does not tell them', (_, t) => {
  const fold = (...events: readonly PlanEvent[]) => events.reduce(planDecider.evolve, planDecider.initial);
  t.deepEqual(fold(prepared).jobs, []);
  t.deepEqual(fold(prepared, superseded).jobs, [{ n: 1, jobId: 'job_1' }]);
  t.deepEqual(fold(prepared, planSuperseded({ byManifestHash: hashOf('next'), byJobId: 'job_2' })).jobs, []);
});
