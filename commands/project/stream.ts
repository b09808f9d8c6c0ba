import { idFromContent } from '../../src/kernel/ids.ts';

export const projectStream = (projectId: string): string => `project-${projectId}`;

/** Revisions are named by their content: going back to an earlier text goes back to its revision. */
export const scriptRevisionId = (projectId: string, artifactHash: string): string =>
  idFromContent('rvs', projectId, 'script', artifactHash);

/** The same storyboard made from another script revision is another revision. */
export const storyboardRevisionId = (projectId: string, artifactHash: string, scriptRevision: string | null): string =>
  idFromContent('rvs', projectId, 'storyboard', artifactHash, scriptRevision);

/** Each repair of a plan has the number of the claim that it runs under. */
export const repairPlanIdOf = (planId: string, n: number): string => idFromContent('rpl', planId, n);
