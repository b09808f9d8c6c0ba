/** Entity tags, If-Match and If-None-Match (RFC 9110, sections 13.1.1 and 13.1.2). */
import type { IfMatch } from '../../kernel/if-match.ts';

/** `expiresAt` of the signed URLs inside, if any: a copy with other URLs is another copy, whatever the revision. */
export const entityTag = (etag: string, expiresAt: string | null): string =>
  expiresAt === null ? `"${etag}"` : `"${etag}.${(Date.parse(expiresAt) / 1_000).toString(36)}"`;

/** The tag of the client's copy, where that is this very copy: it may be the tag of its compressed bytes. */
export const matchedTag = (ifNoneMatch: string | undefined, tag: string): string | undefined => {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return tag;
  // The header asks for weak comparison; our tags hold no comma.
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .find((one) => plainTag(one) === tag);
};

/** Whether the client has this very copy. */
export const matches = (ifNoneMatch: string | undefined, tag: string): boolean =>
  matchedTag(ifNoneMatch, tag) !== undefined;

/** Of If-Match and If-None-Match. A weak tag never matches; a tag without quotes is taken. */
export const revisionsIn = (ifMatch: string | null, ifNoneMatch: string | null): IfMatch => {
  // Both together hold for nothing.
  if (ifNoneMatch?.trim() === '*') return ifMatch === null ? 'none' : [];
  if (ifMatch === null) return null;
  if (ifMatch.trim() === '*') return 'any';
  return ifMatch
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !one.startsWith('W/'))
    .map((one) => plainTag(one).replace(/^"(.*)"$/, '$1'));
};

const CODED = '-gzip"';

/** Compressed bytes are another copy, with a strong tag of its own: If-Match takes no weak one. */
export const compressedTag = (tag: string): string => tag.replace(/"$/, CODED);

/** The tag of the same answer as it is. */
const plainTag = (tag: string): string => (tag.endsWith(CODED) ? `${tag.slice(0, -CODED.length)}"` : tag);
