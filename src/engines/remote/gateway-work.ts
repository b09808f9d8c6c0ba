/** Work as a gateway tells of it (README.md beside this file). Each answer is checked before it counts. */
import { limits } from '../../kernel/limits.ts';
import type { Caption } from '../../ports/engine.ts';
import { isObject } from './remote-answer.ts';

export type WorkOutput = {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** In hex. */
  readonly sha256: string;
  /** Of speech whose words have times; null otherwise. */
  readonly words: readonly Caption[] | null;
};

export type Work = { readonly id: string } & (
  | { readonly state: 'running'; readonly pollAfterMs: number }
  | { readonly state: 'done'; readonly output: WorkOutput }
  | { readonly state: 'failed'; readonly code: 'rejected' | 'unavailable' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'unknown' }
);

/** Undefined for anything that is no work. */
export const workOf = (value: unknown): Work | undefined => {
  if (!isObject(value)) return undefined;
  const { id, state } = value;
  if (typeof id !== 'string' || !isWorkId(id)) return undefined;
  switch (state) {
    case 'running': {
      const { pollAfterMs } = value;
      return { id, state, pollAfterMs: isCount(pollAfterMs) ? pollAfterMs : limits.pollAgainMs };
    }
    case 'done': {
      const output = outputOf(value['output']);
      return output === undefined ? undefined : { id, state, output };
    }
    case 'failed': {
      const { error } = value;
      const code = isObject(error) ? error['code'] : undefined;
      return code === 'rejected' || code === 'unavailable' ? { id, state, code } : undefined;
    }
    case 'cancelled':
    case 'unknown':
      return { id, state };
    default:
      return undefined;
  }
};

/** It is a part of an address. */
export const isWorkId = (id: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(id) && id.length <= limits.engineRefCharsMax;

const outputOf = (value: unknown): WorkOutput | undefined => {
  if (!isObject(value)) return undefined;
  const { contentType, sizeBytes, sha256, words } = value;
  if (typeof contentType !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (!isCount(sizeBytes)) return undefined;
  if (words === undefined || words === null) return { contentType, sizeBytes, sha256, words: null };
  const said = wordsOf(words);
  return said === undefined ? undefined : { contentType, sizeBytes, sha256, words: said };
};

const wordsOf = (value: unknown): readonly Caption[] | undefined => {
  if (!Array.isArray(value) || value.length > limits.remoteWordsMax) return undefined;
  const words: Caption[] = [];
  for (const word of value as readonly unknown[]) {
    if (!isObject(word)) return undefined;
    const { text, startMs, endMs } = word;
    if (typeof text !== 'string' || text.length > limits.captionCharsMax || !isCount(startMs) || !isCount(endMs)) {
      return undefined;
    }
    if (startMs >= endMs || endMs > limits.remoteDurationMsMax) return undefined;
    words.push({ text, startMs, endMs });
  }
  return words;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
