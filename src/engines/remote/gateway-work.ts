/** Work as a gateway tells of it (README.md beside this file). Each answer is checked before it counts. */
import { isObject, type JsonObject } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { costTold } from '../../kernel/provider-cost.ts';
import type { Caption, Told } from '../../ports/engine.ts';

export type WorkOutput = {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** In hex. */
  readonly sha256: string;
  /** Of speech whose words have times; null otherwise. */
  readonly words: readonly Caption[] | null;
};

/** With its cost, of work that is over. */
export type Work = { readonly id: string } & Told &
  (
    | { readonly state: 'running'; readonly pollAfterMs: number }
    | { readonly state: 'done'; readonly output: WorkOutput }
    | { readonly state: 'failed'; readonly code: 'rejected' | 'unavailable' }
    | { readonly state: 'cancelled' }
    | { readonly state: 'unknown' }
  );

/** Undefined for anything that is no work. A cost that is none spoils no work. */
export const workOf = (value: unknown): Work | undefined => {
  const work = isObject(value) ? bareWorkOf(value) : undefined;
  const cost = isObject(value) ? value['cost'] : undefined;
  const isTold = cost !== undefined && cost !== null && work?.state !== 'running' && work?.state !== 'unknown';
  return work === undefined || !isTold ? work : { ...work, providerCost: costTold(cost) };
};

const bareWorkOf = (value: JsonObject): Work | undefined => {
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
  // Captions follow the words: none may end before it begins.
  return words.toSorted((one, other) => one.startMs - other.startMs);
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
