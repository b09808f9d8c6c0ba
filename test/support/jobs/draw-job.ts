/** Carries a job to its end by hand, in the place of dispatchers and scorers: each attempt turns out as a test says. */
import { jobDecider, jobStream } from '../../../commands/job/decider.ts';
import type { TaskState } from '../../../commands/job/state.ts';
import { carryJobOn } from '../../../src/application/reactions/carry-job-on.ts';
import { nowText, type Services, systemContext } from '../../../src/application/services/services.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { assetOf, evidenceOf, hashOf } from './builders.ts';

/** Of the scorer; `refused`: the engine makes nothing. */
export type Verdict = 'pass' | 'fail' | 'refused';
export type VerdictOf = (frame: TaskState) => Verdict;

/** The asset of an attempt, in the workspace of the job. */
export const drawnAsset = (workspaceId: string, attemptKey: string) => {
  const asset = assetOf(attemptKey);
  return { ...asset, id: `ast_${attemptKey}`, key: `${workspaceId}/assets/${hashOf(attemptKey)}.png` };
};

/**
 * Makes whatever the job dispatches until nothing more comes; at most `attemptsMax` attempts, so that a
 * test can leave a job under way.
 */
export const drawJob = async (
  services: Services,
  jobId: string,
  verdictOf: VerdictOf = () => 'pass',
  attemptsMax = Infinity,
): Promise<void> => {
  const { commands } = services;
  const stream = jobStream(jobId);
  const { state: queued } = await commands.read(jobDecider, stream);
  assert(queued.details !== null, `the job ${jobId} is queued`);
  const { workspaceId } = queued.details;
  const context = systemContext(workspaceId, 'draw', 'c1');
  await carryJobOn(services, { jobId, projectId: null }, context);
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const { state: job } = await commands.read(jobDecider, stream);
    const frame = job.tasks.find(({ status }) => status === 'dispatched');
    if (frame === undefined || frame.attemptKey === null || job.cancelRequested || job.paused) break;
    const { attemptKey } = frame;
    const asset = drawnAsset(workspaceId, attemptKey);
    const promptHash = hashOf('prompt');
    const claim = { type: 'ClaimAttempt', attemptKey, holder: 'test', promptHash, lapsedEpoch: 0 } as const;
    await commands.handle(jobDecider, stream, claim, context);
    const verdict = verdictOf(frame);
    if (verdict === 'refused') {
      const failure = { code: 'rejected', message: 'such words', now: nowText(services.clock) } as const;
      await commands.handle(jobDecider, stream, { type: 'RecordFailure', attemptKey, epoch: 1, ...failure }, context);
      continue;
    }
    const render = { type: 'RecordRender', attemptKey, epoch: 1, asset } as const;
    await commands.handle(jobDecider, stream, render, context);
    const evidence = evidenceOf(verdict);
    const score = { type: 'RecordScore', attemptKey, assetHash: asset.hash, evidence } as const;
    await commands.handle(jobDecider, stream, score, context);
  }
  await carryJobOn(services, { jobId, projectId: null }, context);
};
