/** Bodies as the contract declares them, for the fake service: three frames of one part, priced at one credit. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';

export const AT = '2026-01-02T03:04:05.000Z';
export const HASH = `sha256:${'a'.repeat(64)}`;
export const FRAMES = [0, 1, 2] as const;

export const requirementId = (frame: number): string => `req_${frame}`;

export type Pictures = ReadonlyMap<string, Uint8Array>;

const urlOf = (frame: number, attempt: number): string => `/objects/${frame}-${attempt}.png`;

/** One small picture for each frame and attempt, by its URL, each of a colour of its own. */
export const drawPictures = async (attempts: number): Promise<Pictures> => {
  const pictures = new Map<string, Uint8Array>();
  for (const frame of FRAMES) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const background = { r: frame * 80, g: attempt * 60, b: 90 };
      const canvas = sharp({ create: { width: 32, height: 18, channels: 3, background } });
      pictures.set(urlOf(frame, attempt), await canvas.png().toBuffer());
    }
  }
  return pictures;
};

export const assetOf = (pictures: Pictures, frame: number, attempt: number) => {
  const url = urlOf(frame, attempt);
  const hash = createHash('sha256').update(pictures.get(url) ?? '');
  return {
    id: `ast_${frame}_${attempt}`,
    url,
    expiresAt: AT,
    hash: `sha256:${hash.digest('hex')}`,
    contentType: 'image/png',
    width: 32,
    height: 18,
  };
};

/** 30 is the bar. */
export const evidenceOf = (brightness: number) => ({
  metrics: { brightness, decodes: 1 },
  thresholds: { brightness: { min: 30, max: 225 }, decodes: { min: 1 } },
  scorer: 'fake',
  version: '1',
  verdict: brightness < 30 ? 'fail' : 'pass',
});

/** Attempts from number `from` on, one for each brightness. */
export const attemptsOf = (pictures: Pictures, frame: number, from: number, brightness: readonly number[]) =>
  brightness.map((value, index) => ({
    attempt: from + index,
    engine: 'service_images',
    seed: 7,
    status: 'scored',
    asset: assetOf(pictures, frame, from + index),
    evidence: evidenceOf(value),
    error: null,
  }));

export const requirementOf = (frame: number, attempts: ReturnType<typeof attemptsOf>, byPerson: boolean) => {
  const isAccepted = byPerson || attempts.at(-1)?.evidence.verdict === 'pass';
  return {
    requirementId: requirementId(frame),
    frameIndex: frame,
    title: null,
    status: isAccepted ? 'accepted' : 'human_review',
    attempts,
    reason: isAccepted ? null : 'attempts_exhausted',
  };
};

const operationOf = (jobId: string): string =>
  jobId === 'job_1' ? 'storyboard_image_generate' : 'photo_sequence_repair';

export const jobOf = (
  jobId: string,
  status: string,
  requirements: readonly ReturnType<typeof requirementOf>[],
  chargedCredits: number,
) => ({
  ok: true,
  job: {
    id: jobId,
    operation: operationOf(jobId),
    status,
    planId: 'pln_1',
    requestedImageCount: requirements.length,
    requiredCredits: requirements.length * 3,
    heldCredits: 0,
    chargedCredits,
    progress: { done: requirements.length, total: requirements.length },
    createdAt: AT,
    updatedAt: AT,
  },
  requirements,
  failedRequirementIds: [],
  resumable: false,
});

export const startedJob = (jobId: string, frames: readonly number[]) => ({
  id: jobId,
  operation: operationOf(jobId),
  status: 'queued',
  requestedImageCount: frames.length,
  requirementIds: frames.map(requirementId),
  requiredCredits: frames.length * 3,
  alreadyCharged: false,
});

export const workPlan = {
  ok: true,
  planId: 'pln_1',
  workPlanId: 'wpl_1',
  plan: {
    creditCeiling: 15,
    expectedCredits: 4,
    provider: 'service_images',
    priceListVersion: 'p1',
    continuityMode: 'independent',
    aspectRatio: '16:9',
    attemptsPerRequirement: 3,
  },
  planArtifact: { artifactHash: HASH },
  executionManifest: { id: 'mft_1' },
  executionManifestArtifact: { artifactHash: HASH },
  scriptRevisionId: null,
  storyboardRevisionId: 'rev_1',
  sequences: [{ planId: 'pln_1', firstFrame: 0, frameCount: FRAMES.length }],
  requirements: FRAMES.map((frame) => ({
    requirementId: requirementId(frame),
    planId: 'pln_1',
    frameIndex: frame,
    title: null,
    role: null,
    sceneId: null,
    prompt: 'p',
    referencePlates: [],
    provider: 'service_images',
    priceCredits: 1,
    maxAttempts: 3,
    satisfied: false,
  })),
  blockers: [],
};

export const generateAccepted = {
  ok: true,
  accepted: true,
  resume: false,
  storyboardImageWorkPlanId: 'wpl_1',
  preparedStoryboardRevisionId: 'rev_1',
  'the service': { contractVersion: '1.0.0', maturity: 'foundation', poll: null },
  plan: { id: 'pln_1', manifestHash: HASH, continuityMode: 'independent', provider: 'service_images' },
  job: startedJob('job_1', FRAMES),
};

export const repairAccepted = {
  ok: true,
  accepted: true,
  repairPlanId: 'rpl_1',
  planId: 'pln_1',
  job: startedJob('job_2', [2]),
};

export const sequencePlan = {
  id: 'pln_1',
  projectId: 'prj_1',
  workPlanId: 'wpl_1',
  executionManifestArtifactHash: HASH,
  part: 0,
  firstFrame: 0,
  frameCount: FRAMES.length,
  priceCredits: 1,
  jobIds: ['job_1'],
  repairPlanIds: [],
  superseded: false,
  createdAt: AT,
  updatedAt: AT,
};

export const workspace = { id: 'ws_1', name: 'w', role: 'owner', personal: false, createdAt: AT };

export const project = {
  id: 'prj_1',
  name: 'p',
  workspaceId: 'ws_1',
  scriptRevisionId: null,
  storyboardRevisionId: 'rev_1',
  frameCount: FRAMES.length,
  createdAt: AT,
  updatedAt: AT,
};
