/** Seeds of pictures without QA: the same words under the same seed are the same picture, and under another one not. */
import { contentHash } from '../../kernel/canonical-json.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Ids } from '../../ports/basics.ts';

/** For a caller that names none; every seed is as likely as any other. */
export const drawSeed = (ids: Pick<Ids, 'bytes'>): number => {
  const bytes = ids.bytes(4);
  assert(bytes.length === 4, 'four random bytes were asked for');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % (limits.seedMax + 1);
};

/** A batch has one seed, and each of its frames one that follows from it. */
export const frameSeed = (seed: number, index: number): number =>
  parseInt(contentHash([seed, index]).slice(0, 8), 16) % (limits.seedMax + 1);
