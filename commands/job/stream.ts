import { idFromContent } from '../../src/kernel/ids.ts';

export const jobStream = (jobId: string): string => `job-${jobId}`;

/**
 * A job is named by its content: the same plan, manifest and selection give the same job, for every caller and every
 * repeat. The order of the selection does not matter.
 */
export const generationJobId = (
  workspaceId: string,
  planId: string,
  manifestHash: string,
  requested: readonly string[],
): string => idFromContent('job', workspaceId, planId, manifestHash, [...requested].sort());

/** A repair is named by the claim that it runs under: each one is a new job. */
export const repairJobId = (workspaceId: string, repairPlanId: string): string =>
  idFromContent('job', workspaceId, repairPlanId);
