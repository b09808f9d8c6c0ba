/** Canonical JSON of a large value in short steps, so that who writes it can let others have their turns in between. */
import { createHash } from 'node:crypto';
import { canonicalJson, isOdd, sortNames } from './canonical-json.ts';

/** Lists of objects are taken apart: a storyboard is an object with a list of frames. */
const DEPTH = 3;

/**
 * Yields the canonical form piece by piece; together they are what `canonicalJson` gives. Returns the value as every
 * reader will parse it.
 */
export const canonicalSlices = (value: unknown): Generator<string, unknown> => slicesOf(value, DEPTH);

function* slicesOf(value: unknown, depth: number): Generator<string, unknown> {
  if (depth > 0 && Array.isArray(value)) return yield* ofItems(value, depth);
  if (depth > 0 && typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    if (!names.some(isOdd)) return yield* ofMembers(value as Readonly<Record<string, unknown>>, names, depth);
  }
  const text = canonicalJson(value);
  yield text;
  return JSON.parse(text) as unknown;
}

function* ofItems(items: readonly unknown[], depth: number): Generator<string, unknown[]> {
  const copy: unknown[] = [];
  for (const item of items) {
    yield copy.length === 0 ? '[' : ',';
    copy.push(yield* slicesOf(item, depth - 1));
  }
  yield copy.length === 0 ? '[]' : ']';
  return copy;
}

function* ofMembers(
  members: Readonly<Record<string, unknown>>,
  names: string[],
  depth: number,
): Generator<string, Record<string, unknown>> {
  const copy: Record<string, unknown> = {};
  let before = '{';
  sortNames(names);
  for (const name of names) {
    if (members[name] === undefined) continue;
    yield `${before}${canonicalJson(name)}:`;
    before = ',';
    copy[name] = yield* slicesOf(members[name], depth - 1);
  }
  yield before === '{' ? '{}' : '}';
  return copy;
}

/** The sha256 of what is added to it in pieces. */
export const createSha256 = (): { readonly add: (bytes: Uint8Array) => void; readonly hex: () => string } => {
  const digest = createHash('sha256');
  return { add: (bytes) => void digest.update(bytes), hex: () => digest.digest('hex') };
};
