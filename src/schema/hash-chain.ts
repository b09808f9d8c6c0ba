/**
 * The chain of hashes through each stream (ARCHITECTURE, "Tamper evidence"). It is checked on stored bytes, without
 * parsing them: stored metadata begins with `{"$hash":"<64 hex digits>",`. Canonical order puts that member first, too.
 */
import { sha256 } from '../kernel/canonical-json.ts';

/** The previous hash of the first event of a stream. */
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

/** The hash that stored metadata claims; not checked yet. */
export const claimedHash = (metadata: string): string => metadata.slice(BEFORE.length, HASH_END);

/** The hash of a stored event that follows the event with `previousHash`; undefined where the chain is broken. */
export const linkHash = (previousHash: string, event: Link & { readonly metadata: string }): string | undefined => {
  const { metadata } = event;
  if (!metadata.startsWith(BEFORE) || !metadata.startsWith(AFTER, HASH_END)) return undefined;
  const hash = chainHash(previousHash, event, metadata.slice(REST_START));
  // Returns the computed hash: a slice would keep the whole text in memory as long as the hash.
  return metadata.startsWith(hash, BEFORE.length) ? hash : undefined;
};
