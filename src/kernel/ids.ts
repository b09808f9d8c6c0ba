/** Identifiers: random ones with a prefix, and ones that are the hash of content . */
import { contentHash } from './canonical-json.ts';

/** 26 characters of base 32 carry 130 bits: unguessable, and short enough for a path. */
const ID_LENGTH = 26;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const KEY = new RegExp(`^[${ALPHABET}]{${ID_LENGTH}}$`);

export type IdPrefix =
  | 'ws'
  | 'prj'
  | 'pln'
  | 'job'
  | 'ast'
  | 'req'
  | 'hld'
  | 'ent'
  | 'rvs'
  | 'mnf'
  | 'wpl'
  | 'rpl'
  | 'lot'
  | 'rid'
  | 'dlv'
  | 'whk';

/** A new id, of as many random bytes as its length takes. */
export const newId = (prefix: IdPrefix, ids: { bytes(count: number): Uint8Array }): string =>
  `${prefix}_${base32(ids.bytes(17))}`;

/** An id that is a function of content: the same parts always give the same id. */
export const idFromContent = (prefix: IdPrefix, ...parts: readonly unknown[]): string =>
  `${prefix}_${base32(Buffer.from(contentHash(parts), 'hex'))}`;

/** A bare key that is a function of content: request streams, attempt keys, user keys. */
export const keyFromContent = (...parts: readonly unknown[]): string => base32(Buffer.from(contentHash(parts), 'hex'));

/** The key of a user everywhere in the log: issuer and subject never appear in clear. */
export const userKey = (issuer: string, subject: string): string => keyFromContent('user', issuer, subject);

/** Whether a text could be such a key: a subject may look like one, too. */
export const looksLikeKey = (text: string): boolean => KEY.test(text);

/** The personal workspace of a user. */
export const personalWorkspaceId = (user: string): string => idFromContent('ws', 'personal', user);

const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >>> bits) & 31];
      if (text.length === ID_LENGTH) return text;
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
};
