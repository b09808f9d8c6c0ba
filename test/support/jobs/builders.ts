/** Realistic values for tests: small, valid, and each named by a word or a number so that failures can be read. */
import { heldFor } from '../../../commands/job/queries.ts';
import type { JobDetails } from '../../../commands/job/state.ts';
import type { PlanDetails } from '../../../commands/plan/state.ts';
import type { ClaimGeneration } from '../../../commands/project/claim-generation.ts';
import type { Asset, FrameEvidence } from '../../../events/common.ts';
import type { JobTask } from '../../../events/job.ts';
import { sha256 } from '../../../src/kernel/canonical-json.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { addMs } from '../../../src/kernel/time.ts';

/** The sha256 of a word: every artifact, manifest and asset in a test is told by one. */
export const hashOf = (word: string | number): string => {
  const known = hashes.get(word) ?? sha256(`${word}`);
  hashes.set(word, known);
  return known;
};

/** Models and laws ask for the same ones a hundred thousand times. */
const hashes = new Map<string | number, string>();

/** A time so many milliseconds into the test's day. */
export const at = (ms = 0): string => addMs('2026-03-01T09:00:00.000Z', ms);

export const assetOf = (word: string | number): Asset => ({
  id: `ast_${word}`,
  hash: hashOf(word),
  key: `ws_1/assets/${hashOf(word)}.png`,
  contentType: 'image/png',
  width: 1_280,
  height: 720,
  sizeBytes: 40_000,
});

/** A verdict; a failing one asks for a correction unless told which. */
export const evidenceOf = (
  verdict: 'pass' | 'fail',
  corrections: readonly string[] = verdict === 'pass' ? [] : ['more contrast'],
): FrameEvidence => ({
  scorer: 'pixel_scorer',
  version: '1',
  verdict,
  metrics: { entropy: verdict === 'pass' ? 6 : 2 },
  thresholds: { entropy: { min: 4.5 } },
  failed: verdict === 'pass' ? [] : ['entropy'],
  corrections: [...corrections],
  perceptualHash: '00ff00ff00ff00ff',
});

const indexes = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

type Storyboard = NonNullable<JobDetails['storyboard']>;

type JobOptions = Partial<Omit<JobDetails, 'tasks' | 'storyboard' | 'engines'> & Storyboard> & {
  /** Names of those that make its pictures. */
  readonly engines?: readonly string[];
  readonly frames?: number;
  /** The common members of every task, e.g. `{ attemptsUsed: 3, attemptsMax: 4 }` for a repair by a person. */
  readonly each?: Partial<JobTask>;
};

/** A storyboard's job of so many frames (two unless stated), `req_0` and up, at 4 credits an attempt. */
export const jobDetailsOf = ({
  frames = 2,
  each = {},
  planId = 'pln_1',
  workPlanId = 'wpl_1',
  storyboardRevisionId = 'rvs_1',
  repairPlanId = null,
  continuityMode = 'independent',
  requested = null,
  resume = false,
  engines = ['service_images'],
  ...rest
}: JobOptions = {}): JobDetails => {
  const tasks = indexes(frames).map((index): JobTask => ({
    taskId: `req_${index}`,
    index,
    makes: 'image',
    title: `Shot ${index}`,
    after: continuityMode === 'chain' && index > 0 ? [`req_${index - 1}`] : [],
    judged: true,
    priceCredits: 4,
    attemptsUsed: 0,
    attemptsMax: 3,
    seed: 100 + index,
    previousAsset: null,
    additionsHash: null,
    corrections: [],
    ...each,
  }));
  return {
    workspaceId: 'ws_1',
    kind: 'storyboard',
    operation: 'storyboard_image_generate',
    projectId: 'prj_1',
    n: 1,
    holdId: 'hld_1',
    contentHash: hashOf('manifest'),
    storyboard: { planId, workPlanId, storyboardRevisionId, repairPlanId, continuityMode, requested, resume },
    settle: 'each',
    engines: [{ makes: 'image', names: [...engines] }],
    requiredCredits: tasks.reduce((sum, task) => sum + Math.max(0, heldFor(task)), 0),
    tasks,
    ...rest,
  };
};

/** A batch of so many pictures without QA (two unless stated), `frame-0` and up, at 4 credits each. */
export const batchDetailsOf = ({
  pictures = 2,
  chained = false,
  ...rest
}: Partial<JobDetails> & { readonly pictures?: number; readonly chained?: boolean } = {}): JobDetails => {
  const { tasks } = jobDetailsOf({ frames: pictures, each: { judged: false, attemptsMax: 1, title: null } });
  return {
    ...jobDetailsOf(),
    kind: 'batch',
    operation: 'storyboard_batch',
    contentHash: hashOf('request'),
    storyboard: null,
    requiredCredits: 4 * pictures,
    tasks: tasks.map((task, index) => ({
      ...task,
      taskId: `frame-${index}`,
      after: chained && index > 0 ? [`frame-${index - 1}`] : [],
    })),
    ...rest,
  };
};

type FilmOptions = Partial<JobDetails> & {
  readonly scenes?: number;
  /** A person decides before each scene but the first, which go one after the other. */
  readonly supervised?: boolean;
};

/** A film of so many scenes (two unless stated), `scene-0000` and up, at 5 credits each. It has a voice and music. */
export const filmDetailsOf = ({ scenes = 2, supervised = false, ...rest }: FilmOptions = {}): JobDetails => {
  const sceneId = (scene: number): string => `scene-${String(scene).padStart(4, '0')}`;
  const parts: readonly Omit<JobTask, 'index'>[] = [
    { taskId: 'speech', makes: 'speech', after: [], judged: false, priceCredits: 2, attemptsMax: 1, seed: 0 },
    ...indexes(scenes).map((scene): Omit<JobTask, 'index'> => ({
      taskId: sceneId(scene),
      makes: 'clip',
      after: [...(supervised && scene > 0 ? [sceneId(scene - 1)] : []), 'speech'],
      judged: false,
      priceCredits: 5,
      attemptsMax: 1,
      seed: limits.seedMax - scene,
      ...(supervised && scene > 0 ? { checkpoint: true } : {}),
    })),
    { taskId: 'music', makes: 'music', after: [], judged: false, priceCredits: 3, attemptsMax: 1, seed: 7 },
    {
      taskId: 'film',
      makes: 'assembly',
      after: [],
      afterAll: true,
      judged: false,
      priceCredits: 0,
      attemptsMax: 1,
      seed: 0,
    },
    { taskId: 'report', makes: 'report', after: ['film'], judged: false, priceCredits: 0, attemptsMax: 1, seed: 0 },
  ];
  return {
    ...batchDetailsOf(),
    kind: 'video',
    operation: 'video_create',
    settle: 'whole',
    engines: [
      { makes: 'clip', names: ['service_video'] },
      { makes: 'speech', names: ['service_speech'] },
      { makes: 'music', names: ['service_music'] },
      { makes: 'assembly', names: ['service_video'] },
      { makes: 'report', names: ['service_video'] },
    ],
    requiredCredits: 5 + 5 * scenes,
    tasks: parts.map((task, index) => ({ ...task, index })),
    ...rest,
  };
};

/** A plan of so many frames (two unless stated). */
export const planDetailsOf = ({
  frames = 2,
  ...rest
}: Partial<Omit<PlanDetails, 'frames'>> & { readonly frames?: number } = {}): PlanDetails => ({
  workspaceId: 'ws_1',
  projectId: 'prj_1',
  manifestHash: hashOf('manifest'),
  workPlanId: 'wpl_1',
  part: 0,
  firstFrame: 0,
  priceCredits: 4,
  frames: indexes(frames).map((index) => ({ requirementId: `req_${index}`, title: `Shot ${index}` })),
  ...rest,
});

/** The claim that `jobDetailsOf` runs under, or another one. */
export const claimOf = (n = 1, rest: Partial<ClaimGeneration['claim']> = {}): ClaimGeneration['claim'] => ({
  n,
  operation: 'storyboard_image_generate',
  jobId: `job_${n}`,
  planId: 'pln_1',
  manifestHash: hashOf('manifest'),
  storyboardRevisionId: 'rvs_1',
  requested: null,
  requirementIds: ['req_0', 'req_1'],
  repairPlanId: null,
  supersedes: [],
  manifestPlanIds: ['pln_1'],
  ...rest,
});
