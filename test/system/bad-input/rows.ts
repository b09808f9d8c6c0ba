/** The rows of bad input: the supervised flow, pictures without QA, other media, and the gates before all of them. */
import { limits } from '../../../src/kernel/limits.ts';
import { sampleId } from '../../support/http/http-samples.ts';
import { acceptAll, type Planned, repair, review } from '../../support/service/storyboard-calls.ts';
import { personalWorkspaceOf } from '../../support/service/workspace-of.ts';
import { generatePath, hashOf, type Row, unknown, type World } from './world.ts';

const generateRows = ({ alice, fresh, active, done, hopeless }: World): readonly Row[] => {
  const ask =
    (body: unknown, planned = fresh) =>
    async () =>
      alice.post(generatePath(planned), body);
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

const planRows = ({ alice, fresh, done }: World): readonly Row[] => {
  const paid =
    (body: unknown, headers = {}) =>
    async () =>
      alice.post(`production/plans/${fresh.planId}/generate`, body, headers);
  const key = { 'idempotency-key': 'plan' };
  return [
    [
      'a plan with a body',
      async () => alice.post(`${fresh.film}/storyboard-images/plan`, { count: 3 }),
      422,
      'validation_failed',
    ],
    ['the paid call without a key', paid({ confirm: true }), 400, 'idempotency_key_required'],
    ['the paid call unconfirmed', paid({}, key), 400, 'confirmation_required'],
    ['the paid call refused', paid({ confirm: false }, key), 400, 'confirmation_required'],
    [
      'the paid call, a requirement of another plan',
      paid({ confirm: true, requirementIds: done.requirementIds }, key),
      422,
      'validation_failed',
    ],
  ];
};

const sequenceRows = ({ alice, fresh, active, done, hopeless }: World): readonly Row[] => {
  const judged = (planned: Planned, decisions: readonly object[]) => async () =>
    review(alice, planned, planned.planId, decisions as readonly Record<string, unknown>[]);
  const accept = acceptAll(1);
  return [
    ['review of nothing scored', judged(fresh, accept), 409, 'qa_report_missing'],
    ['review of what is under way', judged(active, accept), 409, 'qa_report_missing'],
    ['review of no frame', judged(done, []), 400, 'validation_failed'],
    ['review of a frame that is not there', judged(done, [{ ...accept[0], frameIndex: 1 }]), 400, 'validation_failed'],
    ['review of a frame twice', judged(done, [...accept, ...accept]), 400, 'validation_failed'],
    ['review in capitals', judged(done, [{ ...accept[0], decision: 'Accept' }]), 400, 'validation_failed'],
    ['repair of nothing', async () => repair(alice, fresh, fresh.planId), 409, 'nothing_to_repair'],
    ['repair of what is accepted', async () => repair(alice, done, done.planId), 409, 'nothing_to_repair'],
    ['repair before a person', async () => repair(alice, hopeless, hopeless.planId), 409, 'human_review'],
  ];
};

const imageRows = ({ alice, poor, fresh }: World): readonly Row[] => {
  const batch = (patch: object) => async () =>
    alice.post('image/storyboard-batch', { projectId: fresh.projectId, prompt: 'a quay', count: 2, ...patch });
  const image =
    (body: unknown, client = alice) =>
    async () =>
      client.post('image/generate', body);
  const over = (mode: string, count: number): Row => [
    `${count} frames in ${mode}`,
    batch({ continuityMode: mode, count, referenceImageUrls: ['https://pictures.test/a.png'] }),
    413,
    'batch_exceeds_synchronous_capacity',
  ];
  return [
    over('chain', limits.syncCountMaxChain + 1),
    over('master_reference', limits.syncCountMaxMasterReference + 1),
    over('independent', limits.syncCountMaxIndependent + 1),
    over('independent', 200),
    ['201 frames', batch({ count: 201 }), 422, 'validation_failed'],
    ['frames unlike their count', batch({ frames: [{ prompt: 'a' }] }), 422, 'validation_failed'],
    ['no reference', batch({ continuityMode: 'master_reference' }), 422, 'validation_failed'],
    [
      'a reference elsewhere',
      batch({ continuityMode: 'independent', referenceImageUrls: ['https://pictures.test/a.png'] }),
      422,
      'reference_unavailable',
    ],
    ['a batch without confirmation', batch({ confirm: false }), 400, 'confirmation_required'],
    ['a picture of nothing', image({ prompt: '' }), 422, 'validation_failed'],
    ['a picture in no format', image({ prompt: 'a', aspect_ratio: '5:4' }), 422, 'validation_failed'],
    ['a picture without credits', image({ prompt: 'a' }, poor), 402, 'insufficient_credits'],
  ];
};

const otherRows = ({ alice, bob, service, fresh, doneJob }: World): readonly Row[] => [
  ['a cancel too late', async () => alice.post(`jobs/${doneJob}/cancel`), 409, 'job_not_active'],
  ['no workspace to remove', async () => alice.delete('workspaces'), 400, 'workspace_id_required'],
  ['an unknown one', async () => alice.delete(`workspaces?id=${sampleId('ws', 'no')}`), 403, 'workspace_forbidden'],
  ['no such method', async () => alice.delete('projects'), 405, 'method_not_allowed'],
  ['no such path', async () => alice.get('project'), 404, 'not_found'],
  ['half a body', async () => alice.post(generatePath(fresh), '{'), 400, 'malformed_json'],
  [
    'a token of another scope',
    async () =>
      (await service.client('alice', 'read plan mutate approve admin')).post(generatePath(fresh), hashOf(fresh)),
    403,
    'scope_insufficient',
  ],
  [
    "another tenant's workspace",
    async () => bob.within(await personalWorkspaceOf(alice)).get('projects'),
    403,
    'membership_required',
  ],
];

const mediaRows = ({ alice, bob, poor, fresh, active, done, doneJob }: World): readonly Row[] => {
  const post =
    (path: string, body: object, client = alice) =>
    async () =>
      client.post(path, body);
  const get =
    (path: string, client = alice) =>
    async () =>
      client.get(path);
  const film = { title: 'A film', prompt: 'Ada wakes.' };
  const sound = { ...film, input_modality: 'audio_to_video', source_audio_url: 'https://nowhere.test/a.mp3' };
  const cart = { trigger: 'abandoned_cart', product: { title: 'A lantern' } };
  const ofProject = (projectId: string, client = alice) => post('video/create', { ...film, projectId }, client);
  const invalid = (what: string, path: string, body: object): Row => [what, post(path, body), 422, 'validation_failed'];
  return [
    invalid('music of nothing', 'music', { prompt: '' }),
    invalid('music without an end', 'music/generate', { prompt: 'x', duration: limits.musicSecondsMax + 0.1 }),
    invalid('words without an end', 'audio/tts', { text: 'x'.repeat(limits.ttsTextCharsMax + 1) }),
    ['an unknown voice', post('tts', { text: 'x', voice_id: 'x' }), 422, 'voice_unknown'],
    ['music without credits', post('music', { prompt: 'x' }, poor), 402, 'insufficient_credits'],
    ['a film without credits', post('video/start', film, poor), 402, 'insufficient_credits'],
    invalid('a film of four seconds', 'video/create-job', { ...film, duration: 4.9 }),
    invalid('a film of over an hour', 'video/orchestrate', { ...film, duration: 3_600.1 }),
    invalid('a film of no scene', 'video/start', { ...film, scene_count: 0 }),
    invalid('a film of a project, by another path', 'video/start', { ...film, projectId: fresh.projectId }),
    ['an unconfirmed film', post('video/create', { ...film, confirm: false }), 400, 'confirmation_required'],
    ['lips', post('video/create', { ...film, input_modality: 'audio_to_video' }), 422, 'lip_sync_preflight_failed'],
    ['a sound that is nowhere', post('video/create', sound), 422, 'lip_sync_preflight_failed'],
    invalid('two voices', 'video/start', { ...sound, include_voiceover: true }),
    ['a provider', post('video/create', { ...film, render_provider: 'provider_a' }), 422, 'provider_not_configured'],
    ['a film of no project', ofProject(unknown.prj), 404, 'project_not_found'],
    ['a film of another tenant', ofProject(fresh.projectId, bob), 403, 'project_forbidden'],
    ['a film of nothing accepted', ofProject(fresh.projectId), 409, 'frames_not_accepted'],
    ['a film that is none', get(`video/status/${doneJob}`), 404, 'job_not_found'],
    ['a report on none', get(`video/quality-check/${doneJob}`), 404, 'job_not_found'],
    ['music that is none', get(`music/status/${doneJob}`), 404, 'job_not_found'],
    ["a download of another tenant's project", get(`download/${done.projectId}`, bob), 403, 'project_forbidden'],
    ['a download of a project without a film', get(`download/${active.projectId}`), 409, 'asset_not_ready'],
    invalid('a video of 61 seconds', 'commerce/videos', { ...cart, durationSeconds: 61 }),
    invalid('a video of no product', 'commerce/videos', { trigger: 'cross_sell' }),
    ['a video without credits', post('commerce/videos', cart, poor), 402, 'insufficient_credits'],
    ['an unconfirmed video', post('commerce/videos', { ...cart, confirm: false }), 400, 'confirmation_required'],
  ];
};

/** All of them. */
export const rowsOf = (world: World): readonly Row[] =>
  [generateRows, planRows, sequenceRows, imageRows, mediaRows, otherRows].flatMap((rows) => rows(world));
