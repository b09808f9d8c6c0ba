import { personalWorkspaceId } from '../../src/kernel/ids.ts';

export const workspaceStream = (workspaceId: string): string => `workspace-${workspaceId}`;

/** The stream of the workspace that every user has, known before it exists. */
export const personalWorkspaceStream = (userKey: string): string => workspaceStream(personalWorkspaceId(userKey));
