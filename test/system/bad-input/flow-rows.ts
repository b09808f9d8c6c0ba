/** Rows of the supervised flow: plan, generate, review, repair. */
import { sampleId } from '../../support/http/http-samples.ts';
import type { Client } from '../../support/http/http-client.ts';
import { acceptAll, type Planned, repair, review } from '../../support/service/storyboard-calls.ts';
import { generatePath, hashOf, type Row, unknown, type World } from './world.ts';

export const generateRows = ({ alice, bob, poor, fresh, active, done, hopeless }: World): readonly Row[] => {
  const ask =
    (body: unknown, planned = fresh, client: Client = alice) =>
    async () =>
      client.post(generatePath(planned), body);
  const [first = '', second = ''] = fresh.requirementIds;
  const missing = 'storyboard_image_execution_manifest_required';
  const good = hashOf(fresh);
  return [
    ['no body', async () => alice.post(generatePath(fresh)), 400, missing],
    ['no hash', ask({}), 400, missing],
    ['hash null', ask({ expectedExecutionManifestArtifactHash: null }), 400, missing],
    ['hash empty', ask({ expectedExecutionManifestArtifactHash: '' }), 400, missing],
    [
      'hash of 181 characters',
      ask({ expectedExecutionManifestArtifactHash: 'x'.repeat(181) }),
      422,
      'validation_failed',
    ],
    ['hash unknown', ask({ expectedExecutionManifestArtifactHash: 'sha256:0' }), 409, 'expected_mismatch'],
    ['hash of a path', ask({ expectedExecutionManifestArtifactHash: '../../x' }), 409, 'expected_mismatch'],
    ["another project's hash", ask(hashOf(done)), 409, 'expected_mismatch'],
    ...[
      'expectedExecutionManifestId',
      'expectedPlanArtifactHash',
      'expectedScriptRevisionId',
      'expectedStoryboardRevisionId',
    ].map((member): Row => [`stale ${member}`, ask({ ...good, [member]: 'x' }), 409, 'expected_mismatch']),
    ['no requirement', ask({ ...good, requirementIds: [] }), 422, 'validation_failed'],
    ['unknown requirement', ask({ ...good, requirementIds: [sampleId('req', 'no')] }), 422, 'validation_failed'],
    ['requirement twice', ask({ ...good, requirementIds: [first, first] }), 422, 'validation_failed'],
    [
      "another's requirement",
      ask({ ...good, requirementIds: [first, ...done.requirementIds] }),
      422,
      'validation_failed',
    ],
    ['no confirmation', ask({ ...good, confirm: false }), 400, 'confirmation_required'],
    ['an unknown member', ask({ ...good, credits: 0 }), 422, 'validation_failed'],
    ['another tenant', ask(good, fresh, bob), 403, 'project_forbidden'],
    ['another workspace of ours', ask(good, fresh, poor), 403, 'project_forbidden'],
    [
      'unknown project',
      ask(good, { ...fresh, film: `projects/${unknown.prj}/film-intelligence` }),
      404,
      'project_not_found',
    ],
    [
      'active job',
      ask({ ...hashOf(active), requirementIds: active.requirementIds }, active),
      409,
      'storyboard_job_active',
    ],
    [
      'sent to repair',
      ask({ ...hashOf(hopeless), requirementIds: hopeless.requirementIds.slice(0, 1) }, hopeless),
      409,
      'repair_required',
    ],
    ['too large', ask({ ...good, requirementIds: [second.repeat(50_000)] }), 413, 'body_too_large'],
  ];
};

export const planRows = ({ alice, bob, fresh, done }: World): readonly Row[] => {
  const plan = (client: Client, projectId: string, body?: unknown) => async () =>
    client.post(`projects/${projectId}/film-intelligence/storyboard-images/plan`, body);
  const paid =
    (planId: string, body: unknown, headers = {}, client = alice) =>
    async () =>
      client.post(`production/plans/${planId}/generate`, body, headers);
  const key = { 'idempotency-key': 'plan' };
  return [
    ['a plan of another tenant', plan(bob, fresh.projectId), 403, 'project_forbidden'],
    ['a plan of nothing', plan(alice, unknown.prj), 404, 'project_not_found'],
    ['a plan with a body', plan(alice, fresh.projectId, { count: 3 }), 422, 'validation_failed'],
    ['the paid call without a key', paid(fresh.planId, { confirm: true }), 400, 'idempotency_key_required'],
    ['the paid call unconfirmed', paid(fresh.planId, {}, key), 400, 'confirmation_required'],
    ['the paid call refused', paid(fresh.planId, { confirm: false }, key), 400, 'confirmation_required'],
    ['the paid call, unknown plan', paid(unknown.pln, { confirm: true }, key), 404, 'plan_not_found'],
    ['the paid call, another tenant', paid(fresh.planId, { confirm: true }, key, bob), 403, 'project_forbidden'],
    [
      'the paid call, a requirement of another plan',
      paid(fresh.planId, { confirm: true, requirementIds: done.requirementIds }, key),
      422,
      'validation_failed',
    ],
  ];
};

export const sequenceRows = ({ alice, bob, fresh, active, done, hopeless }: World): readonly Row[] => {
  const judged =
    (planned: Planned, decisions: readonly object[], client = alice, planId = planned.planId) =>
    async () =>
      review(client, planned, planId, decisions as readonly Record<string, unknown>[]);
  const accept = acceptAll(1);
  const sequence = (client: Client, planned: Planned, planId: string) => async () =>
    client.get(`${planned.film}/photo-sequences/${planId}`);
  return [
    ['review of nothing scored', judged(fresh, accept), 409, 'qa_report_missing'],
    ['review of what is under way', judged(active, accept), 409, 'qa_report_missing'],
    ['review of no frame', judged(done, []), 400, 'validation_failed'],
    ['review of a frame that is not there', judged(done, [{ ...accept[0], frameIndex: 1 }]), 400, 'validation_failed'],
    ['review of a frame twice', judged(done, [...accept, ...accept]), 400, 'validation_failed'],
    ['review in capitals', judged(done, [{ ...accept[0], decision: 'Accept' }]), 400, 'validation_failed'],
    ['review by another tenant', judged(done, accept, bob), 403, 'project_forbidden'],
    ['review of an unknown plan', judged(done, accept, alice, unknown.pln), 404, 'plan_not_found'],
    ["review of another project's plan", judged(done, accept, alice, fresh.planId), 404, 'plan_not_found'],
    ['repair of nothing', async () => repair(alice, fresh, fresh.planId), 409, 'nothing_to_repair'],
    ['repair of what is accepted', async () => repair(alice, done, done.planId), 409, 'nothing_to_repair'],
    ['repair before a person', async () => repair(alice, hopeless, hopeless.planId), 409, 'human_review'],
    ['repair by another tenant', async () => repair(bob, done, done.planId), 403, 'project_forbidden'],
    ['repair of an unknown plan', async () => repair(alice, done, unknown.pln), 404, 'plan_not_found'],
    ['a sequence of another tenant', sequence(bob, done, done.planId), 403, 'project_forbidden'],
    ['a sequence of nothing', sequence(alice, done, unknown.pln), 404, 'plan_not_found'],
  ];
};
