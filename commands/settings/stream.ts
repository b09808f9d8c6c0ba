import { keyFromContent } from '../../src/kernel/ids.ts';

/** One stream for each user of each workspace: a person may work in another style for another studio. */
export const settingsStream = (workspaceId: string, userKey: string): string =>
  `settings-${keyFromContent(workspaceId, userKey)}`;
