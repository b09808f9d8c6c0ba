/** When each step of pictures without QA, keys, plans, workspaces and ledgers is due. */
import test from 'ava';
import { creditsExpired, creditsGranted } from '../../../events/ledger.ts';
import { jobPartiallyCompleted, jobQueued, jobRefused, jobStarted } from '../../../events/job.ts';
import { planCertified, planPrepared, planReplaced, planSuperseded, repairPlanned } from '../../../events/plan.ts';
import { requestAnswered, requestClaimed, requestReleased } from '../../../events/request.ts';
import { workspaceCreated, workspaceDeleted, workspaceRemovalBegun } from '../../../events/workspace.ts';
import { openWorkProjection } from '../../../projections/open-work/definition.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { at, batchDetailsOf, hashOf, planDetailsOf } from '../../support/jobs/builders.ts';
import { foldDocuments } from '../../support/read-models/fold-documents.ts';
import { frameStory } from '../../support/jobs/frame-story.ts';
import { createHistory, type History } from '../../support/log/history.ts';
import { holdStory } from '../../support/ledger/ledger-story.ts';
import { day } from '../../support/ledger/ledger-world.ts';
import { owes } from '../../support/jobs/owed.ts';
import { carriedAccept, review } from '../../support/jobs/plan-story.ts';

const LEDGER = 'ledger-ws_1';
const PLAN = 'plan-pln_1';
const { stepGraceMs, leaseMs, requestClaimGraceMs, dispatchUnknownMaxMs } = limits;

const JOB = 'job-job_1';
const batch = batchDetailsOf({ chained: true });
const batchHold = holdStory({ ownerId: 'job_1', parts: { 'frame-0': 4, 'frame-1': 4 } });
const picture = frameStory(batch, 0);
const other = frameStory(batch, 1);
const owed = (history: History) => owes(history, 'job:job_1');

test('pictures without QA owe their decision, their tasks and their end', (t) => {
  const history = createHistory().on(LEDGER, batchHold.held());
  t.deepEqual(owed(history), ['hold.decide', requestClaimGraceMs]);
  t.deepEqual(owed(history.on(JOB, jobQueued(batch))), ['job.start', 1_000 + stepGraceMs]);
  t.deepEqual(owed(history.on(JOB, jobStarted({ leftOut: [] }), picture.dispatched())), [
    'task.dispatch',
    2_000 + leaseMs / 2,
  ]);
  t.deepEqual(owed(history.on(JOB, picture.claimed())), ['task.lease', 3_000 + leaseMs]);
  t.deepEqual(owed(history.on(JOB, picture.unknown(4_000))), ['task.unknown', 4_000 + dispatchUnknownMaxMs]);
  t.deepEqual(owed(history.on(JOB, picture.rendered())), ['task.settle', 5_000 + stepGraceMs]);
  t.deepEqual(owed(history.on(LEDGER, batchHold.debited('frame-0', 4))), ['job.next', 6_000 + stepGraceMs]);
  t.deepEqual(owed(history.on(JOB, other.dispatched(), other.claimed(), other.failed())), [
    'job.finish',
    7_000 + stepGraceMs,
  ]);
  const final = history.on(JOB, jobPartiallyCompleted({ accepted: 1, notAccepted: 1, chargedCredits: 4 }));
  t.deepEqual(owed(final), ['job.settle', 8_000 + stepGraceMs]);
  t.is(owed(history.on(LEDGER, batchHold.released('frame-1'))), undefined);
});

test('a start without a claim that was refused owes its hold', (t) => {
  const history = createHistory()
    .on(LEDGER, batchHold.held())
    .on(JOB, jobRefused({ n: 1, reason: 'abandoned' }));
  t.deepEqual(owed(history), ['hold.release', 1_000 + stepGraceMs]);
  t.is(owed(history.on(LEDGER, batchHold.released('frame-0', 'frame-1'))), undefined);
});

test('a hold that comes after its decision is forgotten once it went back', (t) => {
  const history = createHistory().on(LEDGER, batchHold.held());
  t.is(owed(history.on(LEDGER, batchHold.released('frame-0', 'frame-1'))), undefined);
});

test('a claimed key owes its answer, until it is answered or free', (t) => {
  const stream = 'request-key_1';
  const claim = { operation: 'generate', bodyHash: hashOf('body'), targetId: 'job_1', projectId: 'prj_1', n: 1 };
  const history = () => createHistory().on(stream, requestClaimed(claim));
  t.deepEqual(owes(history(), 'request:key_1'), ['request.answer', requestClaimGraceMs]);
  const answer = requestAnswered({ n: 1, status: 202, body: '{}', signed: [] });
  t.is(owes(history().on(stream, answer), 'request:key_1'), undefined);
  t.is(owes(history().on(stream, requestReleased({ n: 1, reason: 'refused' })), 'request:key_1'), undefined);
});

test('a plan that a person accepted whole owes its certificate', (t) => {
  const owed = (history: History) => owes(history, 'plan:pln_1');
  const prepared = () => createHistory().on(PLAN, planPrepared(planDetailsOf()));
  t.deepEqual(owed(prepared()), ['none', Infinity]);
  const carried = carriedAccept(1);
  t.deepEqual(owed(prepared().on(PLAN, carriedAccept(0), carried)), ['none', Infinity], 'planning certifies it');
  const whole = () => prepared().on(PLAN, carried).on(PLAN, review(0, 'accept'));
  t.deepEqual(owed(whole()), ['plan.certify', 2_000 + stepGraceMs]);
  t.deepEqual(owed(whole().on(PLAN, review(1, 'repair'))), ['none', Infinity]);
  const planned = repairPlanned({ repairPlanId: 'rpl_1', n: 2, jobId: 'job_2', requirementIds: ['req_0'] });
  t.deepEqual(owed(whole().on(PLAN, planned)), ['none', Infinity]);
  t.is(owed(whole().on(PLAN, planSuperseded({ byManifestHash: hashOf('next'), byJobId: 'job_9' }))), undefined);
  t.is(owed(whole().on(PLAN, planReplaced({ byManifestHash: hashOf('next'), jobs: [] }))), undefined);
  t.is(owed(whole().on(PLAN, planCertified({ certifiedAt: at(0), frames: [] }))), undefined);
});

test('a removal that has begun owes the end of its workspace', (t) => {
  const stream = 'workspace-ws_1';
  const about = { name: 'Studio', personal: false, createdAt: at(0) };
  const owed = (history: History) => owes(history, 'workspace:ws_1');
  const history = createHistory().on(stream, workspaceCreated({ ...about, ownerKey: 'ann' }));
  t.is(owed(history), undefined);
  t.deepEqual(owed(history.on(stream, workspaceRemovalBegun({ begunBy: 'ann' }))), [
    'workspace.end',
    1_000 + stepGraceMs,
  ]);
  t.is(owed(history.on(stream, workspaceDeleted({ deletedBy: 'ann', memberKeys: ['ann'] }))), undefined);
});

test('a ledger owes the end of what is free and has a date', (t) => {
  const owed = (history: History) => {
    const body = foldDocuments(openWorkProjection, history.events).get('ledger:ws_1')?.body;
    return body === undefined ? undefined : [body.kind, body.dueAt];
  };
  const balances = { paid: 0, bonus: 0, held: 0 };
  const granted = (lot: string) =>
    creditsGranted({ entryId: `ent_${lot}`, lot, amount: 4, note: '', trial: false, balances });
  const lot = `bonus:${day(3)}`;
  t.is(owed(createHistory().on(LEDGER, granted('paid:never'))), undefined);
  const history = createHistory().on(LEDGER, granted('paid:never'), granted(lot), granted(`paid:${day(5)}`));
  t.deepEqual(owed(history), ['ledger.expire', day(3)]);
  // Held credits do not expire; given back, they do.
  const held = holdStory({ ownerId: 'job_1', parts: { req_0: 3, req_1: 1 }, lot });
  t.deepEqual(owed(history.on(LEDGER, held.held())), ['ledger.expire', day(5)]);
  t.deepEqual(owed(history.on(LEDGER, held.debited('req_0', 2))), ['ledger.expire', day(3)]);
  t.deepEqual(owed(history.on(LEDGER, held.released('req_1'))), ['ledger.expire', day(3)]);
  const gone = creditsExpired({ entryId: 'ent_x', lot, amount: 2, balances });
  t.deepEqual(owed(history.on(LEDGER, gone)), ['ledger.expire', day(5)]);
});
