/** Review, repair and certificates over HTTP, on the real service (section 5). Bad input is in `bad-input.test.ts`. */
import test from 'ava';
import { planDecider, planStream } from '../../commands/plan/decider.ts';
import { systemContext } from '../../src/application/services/services.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { HELD } from '../support/engines/held-makers.ts';
import type { Client } from '../support/http/http-client.ts';
import { HOPELESS, MENDED, REFUSED } from '../support/engines/quick-makers.ts';
import { givenClient } from '../support/service/real-service.ts';
import * as flow from '../support/service/storyboard-calls.ts';
import type { Planned } from '../support/service/storyboard-calls.ts';
import { personalWorkspaceOf } from '../support/service/workspace-of.ts';
import { thenRefused } from '../spec/api-spec.ts';
import { givenHeld } from '../support/service/held-job.ts';

const { jobIn } = flow;

const decide = (frameIndex: number, decision: string, more: Readonly<Record<string, unknown>> = {}) => ({
  frameIndex,
  decision,
  note: 'seen',
  ...more,
});

/** The answer to decisions on the first plan. */
const review = async (client: Client, planned: Planned, ...decisions: readonly Readonly<Record<string, unknown>>[]) =>
  flow.review(client, planned, planned.planId, decisions);

const statuses = (poll: flow.JobPoll): readonly string[] => poll.requirements.map(({ status }) => status);

test('no decision without a score, and all of a request or none', async (t) => {
  const { client } = await givenHeld(t);
  const { planned, jobId: id } = await flow.givenStarted(client, ['one', HELD], { continuityMode: 'chain' });
  const accepted = async (): Promise<boolean> => {
    const { requirements } = await flow.pollJob(client, planned, id);
    return requirements[0]?.status === 'accepted' && requirements[1]?.status === 'rendering';
  };
  while (!(await accepted())) await client.get(`${planned.film}/jobs/${id}`, { prefer: 'wait=1' });
  for (const decision of ['accept', 'repair']) {
    thenRefused(t, await review(client, planned, decide(1, decision)), 409, 'qa_report_missing', 'under way');
    const both = await review(client, planned, decide(0, 'accept'), decide(1, decision));
    thenRefused(t, both, 409, 'qa_report_missing');
    t.deepEqual(both.body['details'], { frameIndex: 1 });
  }
  const before = await flow.photoSequence(client, planned, planned.planId);
  t.like(before, { lifecycle: 'generating' });
  t.true(before.frames.every((frame) => (frame as { decision?: unknown }).decision === null));
  const answer = flow.expecting(201, await review(client, planned, decide(0, 'accept')));
  t.like(answer.body, { planId: planned.planId, lifecycle: 'generating', decisions: [decide(0, 'accept')] });
  thenRefused(t, await flow.repair(client, planned, planned.planId), 409, 'nothing_to_repair');
});

test('a late accept is charged and certified, and the job keeps its status', async (t) => {
  const { client } = await givenClient(t);
  const { planned, jobId } = await flow.givenGenerated(client, ['one', HOPELESS, 'three'], { continuityMode: 'chain' });
  // The part of the frame that never began is released after the job's end.
  await eventually('the last part is released', async () => {
    const { job } = await flow.pollJob(client, planned, jobId);
    return job.heldCredits === 3;
  });
  const before = await flow.pollJob(client, planned, jobId);
  t.like(before, { job: { status: 'partially_completed', chargedCredits: 1, heldCredits: 3 }, resumable: false });
  t.deepEqual(statuses(before), ['accepted', 'human_review', 'pending']);
  t.like(before.requirements[2], { reason: 'chain_broken', attempts: [] });
  t.is((await flow.photoSequence(client, planned, planned.planId)).lifecycle, 'human_review');
  const waiting = await flow.repair(client, planned, planned.planId);
  thenRefused(t, waiting, 409, 'human_review');
  t.deepEqual(waiting.body['details'], { frameIndexes: [1] });
  thenRefused(t, await review(client, planned, decide(2, 'accept')), 409, 'qa_report_missing');

  flow.expecting(201, await review(client, planned, decide(1, 'accept')));
  const after = await flow.pollJob(client, planned, jobId);
  t.like(after, { job: { status: 'partially_completed', chargedCredits: 4, heldCredits: 0 }, resumable: true });
  t.deepEqual(statuses(after), ['accepted', 'accepted', 'pending']);
  const rest = await flow.repair(client, planned, planned.planId);
  t.like(jobIn(rest), { operation: 'photo_sequence_repair', requestedImageCount: 1, requiredCredits: 3 });
  await flow.finalJob(client, planned, jobIn(rest).id);
  thenRefused(t, await flow.repair(client, planned, planned.planId), 409, 'nothing_to_repair');

  const certified = await review(client, planned, ...[0, 1, 2].map((index) => decide(index, 'accept')));
  t.like(certified.body, { lifecycle: 'certified' });
  const { certificate, frames } = await flow.photoSequence(client, planned, planned.planId);
  const named = certificate as { readonly frames: readonly { readonly assetHash: string }[] };
  t.deepEqual(
    named.frames.map(({ assetHash }) => assetHash),
    frames.map(({ asset }) => asset?.hash),
  );
  thenRefused(t, await review(client, planned, decide(0, 'repair')), 409, 'plan_certified');
  t.is((await review(client, planned, decide(1, 'accept'))).status, 201, 'equal to the one in force');
  thenRefused(t, await flow.repair(client, planned, planned.planId), 409, 'nothing_to_repair');
});

test('a repair takes its turn: one at a time, with what a person added, and only what failed', async (t) => {
  const { held, client } = await givenHeld(t);
  const { planned } = await flow.givenGenerated(client, ['one', `${HOPELESS} two`]);
  const sent = decide(1, 'repair', { repairPromptAdditions: [`${MENDED} ${HELD}`] });
  flow.expecting(201, await review(client, planned, sent));
  const path = `${planned.film}/photo-sequences/${planned.planId}/repair`;
  for (const body of [{ other: 1 }, { confirm: 'yes' }]) {
    thenRefused(t, await client.post(path, body), 422, 'validation_failed');
  }
  thenRefused(t, await client.post(path, { confirm: false }), 400, 'confirmation_required');
  const first = await client.post(path, undefined, { 'idempotency-key': 'k' });
  t.like(jobIn(first), { requestedImageCount: 1, requiredCredits: 1, alreadyCharged: false });
  t.like(first.body, { ok: true, accepted: true, planId: planned.planId });
  t.like(first.headers, { location: `/api/v1/${planned.film}/jobs/${jobIn(first).id}`, 'retry-after': '1' });
  t.is((await client.post(path, {}, { 'idempotency-key': 'k' })).text, first.text);
  const second = await client.post(path, { confirm: true });
  t.like(jobIn(second), { id: jobIn(first).id, alreadyCharged: true });
  t.is(second.body['repairPlanId'], first.body['repairPlanId']);
  t.is((await flow.photoSequence(client, planned, planned.planId)).lifecycle, 'repairing');
  thenRefused(t, await review(client, planned, decide(1, 'accept')), 409, 'qa_report_missing');
  const whole = await flow.generate(client, planned);
  t.like(jobIn(whole), { id: jobIn(first).id, operation: 'photo_sequence_repair' });
  held.letGo();
  const end = await flow.finalJob(client, planned, jobIn(first).id);
  t.deepEqual([end.job.status, end.job.chargedCredits], ['completed', 1]);
  t.true(held.asked.at(-1)?.prompt.includes(MENDED));
});

test('a repair waits for the storyboard', async (t) => {
  const { client } = await givenHeld(t);
  const prompts = Array.from({ length: 33 }, (_, frame) => `frame ${frame}${frame === 32 ? HELD : ''}`);
  const { planned } = await flow.givenGenerated(client, prompts);
  flow.expecting(201, await review(client, planned, decide(0, 'repair')));
  jobIn(await flow.generate(client, planned));
  thenRefused(t, await flow.repair(client, planned, planned.planId), 409, 'storyboard_job_active');
  thenRefused(t, await flow.repair(client, planned, planned.planIds[1] ?? ''), 409, 'nothing_to_repair');
});

test('a review ends with its time: what is left is a repair while there are attempts, or a new plan', async (t) => {
  const { core, client } = await givenHeld(t);
  const { planned, jobId } = await flow.givenGenerated(client, [HOPELESS, REFUSED, 'three']);
  const workspaceId = await personalWorkspaceOf(client);
  for (const requirementId of planned.requirementIds.slice(0, 2)) {
    const command = { type: 'ExpireReview', requirementId, jobId } as const;
    const context = systemContext(workspaceId, 'supervise', 'c1');
    await core.services.commands.handle(planDecider, planStream(planned.planId), command, context);
  }
  for (const decision of ['accept', 'repair']) {
    thenRefused(t, await review(client, planned, decide(0, decision)), 409, 'review_expired');
    const both = await review(client, planned, decide(2, decision), decide(1, decision));
    thenRefused(t, both, 409, 'review_expired', 'all or none');
  }
  flow.expecting(201, await review(client, planned, decide(2, 'accept')));
  const repair = await flow.repair(client, planned, planned.planId);
  t.deepEqual(jobIn(repair).requirementIds, planned.requirementIds.slice(1, 2), 'the other one has no attempt left');
});
