/**
 * All that a board shows. The plan gives the frames in their order. The photo sequences of the newest job's manifest
 * give pictures and decisions; a frame that they do not have is one that a new plan has carried over, or a new one.
 */
import { ApiError, call } from '../app/api.js';
import { loadAttempts } from './load-attempts.js';
import { isFinal } from './watch-job.js';

/**
 * @typedef {import('../app/answers.ts').Project} Project
 * @typedef {import('../app/answers.ts').WorkPlan} WorkPlan
 * @typedef {import('../app/answers.ts').Sequence} Sequence
 * @typedef {import('./frame.js').Frame} Frame
 */

/**
 * @typedef {object} Board
 * @property {Project} project
 * @property {WorkPlan | null} plan null while there is no storyboard, or where it may not be planned
 * @property {ApiError | null} planRefused why there is no plan
 * @property {readonly Sequence[]} sequences of the manifest that was generated last, in the order of their frames
 * @property {readonly Frame[]} frames
 * @property {string | null} activeJobId
 * @property {string | null} manifestHash that generates: the one that was begun, or else the plan's own
 * @property {boolean} moved whether the storyboard has changed since the last job
 */

const JOBS = 100;

/**
 * @param {string} projectId
 * @param {AbortSignal} signal
 * @returns {Promise<Board>}
 */
export const loadBoard = async (projectId, signal) => {
  const path = { projectId };
  const [{ project }, { jobs }, planned] = await Promise.all([
    call('getProject', { path, signal }),
    call('listJobs', { query: { projectId, kind: 'storyboard', limit: JOBS }, signal }),
    plan(projectId, signal),
  ]);
  const planOrNull = planned instanceof ApiError ? null : planned;
  const sequences = await sequencesOf(projectId, [...new Set(jobs.flatMap(({ planId }) => planId ?? []))], signal);
  const carried = planOrNull === null ? [] : await carriedIn(projectId, planOrNull, sequences, signal);
  const activeJobId = jobs.find(({ status }) => !isFinal(status))?.id ?? null;
  const taken = activeJobId === null ? await takenIn(projectId, sequences, signal) : new Set();
  const frames = framesOf(planOrNull, sequences, carried, taken);
  const moved = planOrNull !== null && sequences.some((sequence) => isMoved(sequence, planOrNull));
  const begun = sequences[0]?.plan.executionManifestArtifactHash;
  return {
    project,
    plan: planOrNull,
    planRefused: planned instanceof ApiError ? planned : null,
    sequences,
    frames,
    activeJobId,
    manifestHash: (moved ? undefined : begun) ?? planOrNull?.executionManifestArtifact.artifactHash ?? null,
    moved,
  };
};

/**
 * @param {string} projectId
 * @param {AbortSignal} signal
 * @returns {Promise<WorkPlan | ApiError>}
 */
const plan = async (projectId, signal) => {
  try {
    return await call('planStoryboardImages', { path: { projectId }, harmless: true, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0) return error;
    throw error;
  }
};

/**
 * Those of the newest one's manifest: another manifest has replaced the others.
 * @param {string} projectId
 * @param {readonly string[]} planIds newest first
 * @param {AbortSignal} signal
 */
const sequencesOf = async (projectId, planIds, signal) => {
  const all = await Promise.all(
    planIds.map(async (planId) => call('getPhotoSequence', { path: { projectId, planId }, signal })),
  );
  const hash = all[0]?.plan.executionManifestArtifactHash;
  return all
    .filter((sequence) => sequence.plan.executionManifestArtifactHash === hash)
    .sort((one, other) => one.plan.firstFrame - other.plan.firstFrame);
};

/**
 * Sequences of the plan itself, where it knows of accepted frames that no generated sequence has.
 * @param {string} projectId
 * @param {WorkPlan} planned
 * @param {readonly Sequence[]} sequences
 * @param {AbortSignal} signal
 */
const carriedIn = async (projectId, planned, sequences, signal) => {
  const known = new Set(sequences.flatMap(({ frames }) => frames.map(({ requirementId }) => requirementId)));
  const missing = planned.requirements.filter(({ requirementId, satisfied }) => satisfied && !known.has(requirementId));
  const planIds = [...new Set(missing.map(({ planId }) => planId))];
  return Promise.all(planIds.map(async (planId) => call('getPhotoSequence', { path: { projectId, planId }, signal })));
};

/**
 * The requirements of the jobs of sequences with pending frames. Such a frame is new, or a job has left it.
 * @param {string} projectId
 * @param {readonly Sequence[]} sequences
 * @param {AbortSignal} signal
 */
const takenIn = async (projectId, sequences, signal) => {
  const open = sequences.filter(({ frames }) => frames.some(({ status }) => status === 'pending'));
  const jobIds = open.flatMap(({ plan: { jobIds: own } }) => own);
  return new Set((await loadAttempts(projectId, jobIds, signal)).keys());
};

/**
 * @param {Sequence} sequence
 * @param {WorkPlan} planned
 */
const isMoved = ({ plan: { firstFrame }, frames }, { requirements }) =>
  frames.some(
    ({ frameIndex, requirementId }) => requirements[firstFrame + frameIndex]?.requirementId !== requirementId,
  );

/**
 * @param {WorkPlan | null} planned
 * @param {readonly Sequence[]} sequences
 * @param {readonly Sequence[]} carried
 * @param {ReadonlySet<unknown>} taken by jobs that have ended
 * @returns {readonly Frame[]}
 */
const framesOf = (planned, sequences, carried, taken) => {
  const made = [...sequences, ...carried].flatMap(({ plan: { id, firstFrame }, frames }) =>
    frames.map((frame) => ({
      ...frame,
      planId: id,
      number: firstFrame + frame.frameIndex + 1,
      left: frame.status === 'pending' && taken.has(frame.requirementId),
    })),
  );
  const none = { attempts: [], reason: null };
  if (planned === null) return made.map((frame) => ({ ...frame, ...none, prompt: '' }));
  const byId = new Map(made.toReversed().map((frame) => [frame.requirementId, frame]));
  return planned.requirements.map(({ requirementId, title, prompt, frameIndex }, i) => {
    const found = byId.get(requirementId) ?? {
      status: /** @type {const} */ ('pending'),
      asset: null,
      evidence: null,
      decision: null,
      planId: null,
      frameIndex,
      left: false,
    };
    return { ...found, ...none, requirementId, title, prompt, number: i + 1 };
  });
};
