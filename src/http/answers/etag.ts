/** Entity tags and If-None-Match (RFC 9110, section 13.1.2). */

/** `expiresAt` of the signed URLs inside, if any: a copy with other URLs is another copy, whatever the revision. */
export const entityTag = (etag: string, expiresAt: string | null): string =>
  expiresAt === null ? `"${etag}"` : `"${etag}.${(Date.parse(expiresAt) / 1_000).toString(36)}"`;

/** Whether the client has this very copy. */
export const matches = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  // The header asks for weak comparison; our tags hold no comma.
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
};
