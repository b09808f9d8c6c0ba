/** Bodies of the fake service: the samples of the contract, for three frames of one part, priced at one credit. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import * as samples from '../http/http-samples.ts';

export const FRAMES = [0, 1, 2] as const;
export const REPAIR_JOB = samples.sampleId('job', 'repair');

export const requirementId = (frame: number): string => samples.sampleId('req', String(frame));

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
    expiresAt: samples.at,
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

const about = (jobId: string) => ({
  id: jobId,
  operation: jobId === samples.jobId ? 'storyboard_image_generate' : 'photo_sequence_repair',
});

export const jobOf = (
  jobId: string,
  status: string,
  requirements: readonly ReturnType<typeof requirementOf>[],
  chargedCredits: number,
) => {
  const body = samples.jobBody(status, requirements.length);
  return { ...body, job: { ...body.job, ...about(jobId), chargedCredits }, requirements };
};

const startedJob = (jobId: string, frames: readonly number[]) => ({
  ...samples.startedJob,
  ...about(jobId),
  requestedImageCount: frames.length,
  requirementIds: frames.map(requirementId),
  requiredCredits: frames.length * 3,
});

export const workPlan = {
  ...samples.workPlan,
  plan: { ...samples.workPlan.plan, creditCeiling: 15, expectedCredits: 4 },
  sequences: [{ planId: samples.planId, firstFrame: 0, frameCount: FRAMES.length }],
  requirements: FRAMES.map((frame) => ({
    ...samples.workPlan.requirements[0],
    requirementId: requirementId(frame),
    frameIndex: frame,
  })),
};

export const generateAccepted = { ...samples.generateAccepted, job: startedJob(samples.jobId, FRAMES) };

export const repairAccepted = { ...samples.repairAccepted, job: startedJob(REPAIR_JOB, [2]) };

export const sequencePlan = { ...samples.photoSequence().plan, frameCount: FRAMES.length };

export const project = { ...samples.project, frameCount: FRAMES.length };
