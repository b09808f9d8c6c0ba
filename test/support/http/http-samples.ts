/** Ids of the shapes of the contract, and the paths with them, for tests of the HTTP layer. */
import { idFromContent, type IdPrefix } from '../../../src/kernel/ids.ts';

export const sampleId = (prefix: IdPrefix, name: string): string => idFromContent(prefix, 'sample', name);

export const projectId = sampleId('prj', 'one');
export const planId = sampleId('pln', 'one');
export const jobId = sampleId('job', 'one');
export const workspaceId = sampleId('ws', 'one');
export const otherWorkspaceId = sampleId('ws', 'other');

export const film = `/api/v1/projects/${projectId}/film-intelligence`;
