/** The belief of a caller about the thing that it writes, as conditional headers say it (RFC 9110, 13.1). */

/** Tags, one of which is the present one. `any`: there is one; `none`: there is none; null: it may be as it is. */
export type IfMatch = readonly string[] | 'any' | 'none' | null;

/** `present`: the tag of the thing; null where there is none. */
export const isMatched = (ifMatch: IfMatch, present: string | null): boolean => {
  if (ifMatch === null) return true;
  if (ifMatch === 'none' || present === null) return ifMatch === 'none' && present === null;
  return ifMatch === 'any' || ifMatch.includes(present);
};
