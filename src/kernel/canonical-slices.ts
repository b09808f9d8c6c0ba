/** Canonical JSON of a large value in short steps, so that other work gets its turns in between. */
import { createHash } from 'node:crypto';
import { canonicalJson, isOdd, sha256, sortNames } from './canonical-json.ts';
import { limits } from './limits.ts';

/** Lists of objects are taken apart: a storyboard is an object with a list of frames. */
const DEPTH = 3;

/**
 * Yields the canonical form piece by piece; together they are the result of `canonicalJson`. Returns the value as every
 * reader will parse it.
 */
export const canonicalSlices = (value: unknown): Generator<string, unknown> => slicesOf(value, DEPTH);

function* slicesOf(value: unknown, depth: number): Generator<string, unknown> {
  if (typeof value === 'string' && value.length > limits.textSliceChars) return yield* ofText(value);
  if (depth > 0 && Array.isArray(value)) return yield* ofItems(value, depth);
  if (depth > 0 && typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    if (!names.some(isOdd)) return yield* ofMembers(value as Readonly<Record<string, unknown>>, names, depth);
  }
  const text = canonicalJson(value);
  yield text;
  return JSON.parse(text) as unknown;
}

/** A script is one text, of which each character is written by itself. */
function* ofText(text: string): Generator<string, string> {
  yield '"';
  for (let at = 0; at < text.length;) {
    const end = at + limits.textSliceChars;
    // A pair of surrogates is one character.
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    yield canonicalJson(text.slice(at, next)).slice(1, -1);
    at = next;
  }
  yield '"';
  return text;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

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

/** The sha256 of bytes in memory. `due` is asked between two slices; see `Turns`. */
export const hashInSlices = async (bytes: Uint8Array, due: () => Promise<void> | undefined): Promise<string> => {
  if (bytes.byteLength <= limits.hashSliceBytes) return sha256(bytes);
  const digest = createSha256();
  for (let at = 0; at < bytes.byteLength; at += limits.hashSliceBytes) {
    digest.add(bytes.subarray(at, at + limits.hashSliceBytes));
    const rest = due();
    if (rest !== undefined) await rest;
  }
  return digest.hex();
};

/** The sha256 of added pieces. */
export const createSha256 = (): { readonly add: (bytes: Uint8Array) => void; readonly hex: () => string } => {
  const digest = createHash('sha256');
  return { add: (bytes) => void digest.update(bytes), hex: () => digest.digest('hex') };
};
