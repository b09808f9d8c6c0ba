import { idFromContent } from '../../src/kernel/ids.ts';

export const planStream = (planId: string): string => `plan-${planId}`;

/** One part of a manifest; the same manifest always has the same plans. */
export const planIdOf = (workspaceId: string, projectId: string, manifestHash: string, part: number): string =>
  idFromContent('pln', workspaceId, projectId, manifestHash, part);
