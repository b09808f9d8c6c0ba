/**
 * The chain of hashes that runs through each stream (design, section 5). Checked on stored bytes, without reading them:
 * stored metadata begins with `{"$hash":"<64 hex digits>",`, which is also where canonical order puts that member.
 */
import { sha256 } from '../kernel/canonical-json.ts';

/** What the first event of a stream is chained to. */
export const GENESIS = '0'.repeat(64);

const BEFORE = '{"$hash":"';
const AFTER = '",';
const HASH_END = BEFORE.length + GENESIS.length;
const REST_START = HASH_END + AFTER.length;

type Link = {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
};

/** `rest` is the metadata text after its prefix: members in canonical order, and the closing brace. */
export const chainHash = (previousHash: string, event: Link, rest: string): string =>
  // None of the parts holds a raw newline (canonical JSON escapes it), so no two events give the same text.
  sha256(`${previousHash}\n${event.stream}\n${event.revision}\n${event.id}\n${event.type}\n${event.data}\n${rest}`);

export const withHash = (hash: string, rest: string): string => BEFORE + hash + AFTER + rest;

/** The hash that stored metadata claims; checked by nobody yet. */
export const claimedHash = (metadata: string): string => metadata.slice(BEFORE.length, HASH_END);

/** The hash of a stored event that is what was written here, after the event with `previousHash`; else undefined. */
export const linkHash = (previousHash: string, event: Link & { readonly metadata: string }): string | undefined => {
  const { metadata } = event;
  if (!metadata.startsWith(BEFORE) || !metadata.startsWith(AFTER, HASH_END)) return undefined;
  const hash = chainHash(previousHash, event, metadata.slice(REST_START));
  // The one that was computed is given back: a slice would keep the whole text in memory as long as the hash.
  return metadata.startsWith(hash, BEFORE.length) ? hash : undefined;
};
