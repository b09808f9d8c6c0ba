/** Ids and bodies in the shapes of the contract, for tests of the HTTP layer. */
import { idFromContent, type IdPrefix } from '../../../src/kernel/ids.ts';

export const sampleId = (prefix: IdPrefix, name: string): string => idFromContent(prefix, 'sample', name);

export const projectId = sampleId('prj', 'one');
export const planId = sampleId('pln', 'one');
export const jobId = sampleId('job', 'one');
export const workspaceId = sampleId('ws', 'one');
export const otherWorkspaceId = sampleId('ws', 'other');
export const manifestHash = `sha256:${'a'.repeat(64)}`;
export const at = '2026-01-02T03:04:05.000Z';

export const film = `/api/v1/projects/${projectId}/film-intelligence`;

const asset = { id: sampleId('ast', 'a'), hash: manifestHash, contentType: 'image/png', width: 640, height: 360 };

export const assetKeyOf = (workspace: string): string => `${workspace}/assets/${'a'.repeat(64)}.png`;

/** A picture as the application names it: the presenter makes a URL of `$asset`. */
export const assetOf = (workspace: string) => ({ ...asset, $asset: assetKeyOf(workspace) });

export const project = {
  id: projectId,
  name: 'A film',
  workspaceId,
  scriptRevisionId: null,
  storyboardRevisionId: null,
  frameCount: 0,
  createdAt: at,
  updatedAt: at,
};

export const revisionId = sampleId('rvs', 'one');

export const script = { ok: true, script: 'EXT. HARBOUR - DAY', scriptRevisionId: revisionId };

export const storyboard = {
  ok: true,
  storyboard: { frames: [{ prompt: 'a harbour' }] },
  storyboardRevisionId: revisionId,
};

export const startedJob = {
  id: jobId,
  operation: 'storyboard_image_generate',
  status: 'queued',
  requestedImageCount: 1,
  requirementIds: [sampleId('req', 'one')],
  requiredCredits: 3,
  alreadyCharged: false,
};

const theService = { contractVersion: '1.0.0', maturity: 'foundation', poll: `${film}/jobs/${jobId}` };

export const generateAccepted = {
  ok: true,
  accepted: true,
  resume: false,
  storyboardImageWorkPlanId: sampleId('wpl', 'one'),
  preparedStoryboardRevisionId: sampleId('rvs', 'one'),
  'the service': theService,
  plan: { id: planId, manifestHash, continuityMode: 'chain', provider: 'service_images' },
  job: startedJob,
};

export const alreadySatisfied = {
  ok: true,
  accepted: false,
  reason: 'all_requirements_satisfied',
  plan: { id: planId, manifestHash, expectedCredits: 0, creditCeiling: 0 },
  'the service': theService,
};

export const repairAccepted = {
  ok: true,
  accepted: true,
  repairPlanId: sampleId('rpl', 'one'),
  planId,
  job: { ...startedJob, operation: 'photo_sequence_repair' },
};

const evidence = { metrics: { entropy: 6.1 }, thresholds: { entropy: { min: 4.5 } }, scorer: 's', version: '1' };

/** The poll answer of a job with `frames` accepted pictures. */
export const jobBody = (status = 'running', frames = 1, workspace = workspaceId) => ({
  ok: true,
  job: {
    id: jobId,
    operation: 'storyboard_image_generate',
    status,
    planId,
    requestedImageCount: frames,
    requiredCredits: 3 * frames,
    heldCredits: 0,
    chargedCredits: frames,
    progress: { done: frames, total: frames },
    createdAt: at,
    updatedAt: at,
  },
  requirements: Array.from({ length: frames }, (_, frameIndex) => ({
    requirementId: sampleId('req', String(frameIndex)),
    frameIndex,
    title: null,
    status: 'accepted',
    attempts: [
      {
        attempt: 1,
        engine: 'service_images',
        seed: 7,
        status: 'rendered',
        asset: assetOf(workspace),
        evidence: { ...evidence, verdict: 'pass' },
        error: null,
      },
    ],
    reason: null,
  })),
  failedRequirementIds: [],
  resumable: false,
});

export const jobSummary = {
  id: jobId,
  kind: 'storyboard',
  operation: 'storyboard_image_generate',
  status: 'cancelled',
  progress: { done: 0, total: 1 },
  error: null,
  createdAt: at,
  updatedAt: at,
  requiredCredits: 3,
  chargedCredits: 0,
};

/** The answer about a job of any kind that has made nothing yet. */
export const anyJobBody = (status = 'running') => ({ ok: true, job: { ...jobSummary, status }, result: null });

export const workPlan = {
  ok: true,
  planId,
  workPlanId: sampleId('wpl', 'one'),
  plan: {
    creditCeiling: 5,
    expectedCredits: 1,
    provider: 'service_images',
    priceListVersion: '2026-11',
    continuityMode: 'chain',
    aspectRatio: '16:9',
    attemptsPerRequirement: 3,
  },
  planArtifact: { artifactHash: manifestHash },
  executionManifest: { id: sampleId('mnf', 'one') },
  executionManifestArtifact: { artifactHash: manifestHash },
  scriptRevisionId: null,
  storyboardRevisionId: sampleId('rvs', 'one'),
  sequences: [{ planId, firstFrame: 0, frameCount: 1 }],
  requirements: [
    {
      requirementId: sampleId('req', 'one'),
      planId,
      frameIndex: 0,
      title: null,
      role: null,
      sceneId: null,
      prompt: 'a harbour at dawn',
      referencePlates: [],
      provider: 'service_images',
      priceCredits: 1,
      maxAttempts: 3,
      satisfied: false,
    },
  ],
  blockers: [],
};

export const decision = {
  decision: 'accept',
  note: 'good',
  approveForTraining: false,
  decidedBy: { id: 'user', name: 'Ann' },
  decidedAt: at,
};

export const photoSequence = (workspace = workspaceId) => ({
  ok: true,
  plan: {
    id: planId,
    projectId,
    workPlanId: sampleId('wpl', 'one'),
    executionManifestArtifactHash: manifestHash,
    part: 0,
    firstFrame: 0,
    frameCount: 1,
    priceCredits: 1,
    jobIds: [jobId],
    repairPlanIds: [],
    superseded: false,
    createdAt: at,
    updatedAt: at,
  },
  frames: [
    {
      frameIndex: 0,
      requirementId: sampleId('req', 'one'),
      title: null,
      status: 'accepted',
      asset: assetOf(workspace),
      evidence: { ...evidence, verdict: 'pass' },
      decision,
    },
  ],
  lifecycle: 'certified',
  certificate: {
    certifiedAt: at,
    frames: [
      {
        frameIndex: 0,
        requirementId: sampleId('req', 'one'),
        assetHash: manifestHash,
        evidence: { ...evidence, verdict: 'pass' },
        decision: { noteHash: manifestHash, decidedBy: { id: 'user', name: 'Ann' }, decidedAt: at },
      },
    ],
  },
});

export const reviewed = { ok: true, planId, lifecycle: 'in_review', decisions: [{ frameIndex: 0, ...decision }] };

export const workspace = { id: workspaceId, name: 'Studio', role: 'owner', personal: false, createdAt: at };

export const creditSummary = { ok: true, credits: { paid: 10, bonus: 5, total: 15, held: 3, available: 12 } };

export const granted = {
  ok: true,
  grant: { entryId: sampleId('ent', 'one'), workspaceId, pool: 'paid', amount: 10, expiresAt: null, note: 'thanks' },
  credits: creditSummary.credits,
};

export const ledgerEntry = {
  entryId: sampleId('ent', 'one'),
  position: '0000-000000000001',
  kind: 'grant',
  amounts: { paid: 10, bonus: 0, held: 0 },
  balanceAfter: { paid: 10, bonus: 5, held: 0 },
  hash: 'a'.repeat(64),
  at,
  actor: 'tool:grant',
  actorName: null,
};

export const capabilities = {
  ok: true,
  capabilities: [
    {
      id: 'image.service_images',
      kind: 'image',
      provider: 'service_images',
      operations: ['generateImage'],
      configured: true,
      available: true,
      limitations: ['draft panels'],
      priceCredits: 1,
    },
  ],
  flags: {},
};

export const imageAnswer = {
  ok: true,
  asset,
  seed: 7,
  chargedCredits: 1,
};

export const imageSigned = (workspace = workspaceId) => [
  { pointer: '', key: assetKeyOf(workspace) },
  { pointer: '/asset', key: assetKeyOf(workspace) },
];

export const batchAnswer = {
  ok: true,
  status: 'partial',
  requested_count: 1,
  rendered_count: 0,
  failed_count: 1,
  frames: [{ frameIndex: 0, status: 'failed', error: { code: 'render_failed', message: 'it failed' } }],
  charged_credits: 0,
  refunded_credits: 1,
};
