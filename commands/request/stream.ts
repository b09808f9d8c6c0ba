import { keyFromContent } from '../../src/kernel/ids.ts';

/**
 * One stream per idempotency key, scoped by workspace, user and operation: the same key of
 * another user, workspace or operation is another request.
 */
export const requestStream = (workspaceId: string, userKey: string, operation: string, key: string): string =>
  `request-${keyFromContent(workspaceId, userKey, operation, key)}`;
