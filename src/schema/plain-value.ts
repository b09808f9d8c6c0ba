/** What no shape can say of a value: text that every store can hold, numbers that every reader reads alike, depth. */
import { limits } from '../kernel/limits.ts';

export type ValueError = {
  /** JSON pointer to the value; empty for the whole. */
  readonly pointer: string;
  /** What is wrong with it, in words that go after its name: `must be string`. */
  readonly message: string;
};

export type Plain = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ValueError };

/** Where the walk is and what it has met; it ends at the first error. */
type Walk = { readonly path: (string | number)[]; error: ValueError | undefined };

/**
 * Walks a JSON value. Refused: strings and member names with NUL or lone surrogates, integers that are not safe,
 * infinities, nesting past `limits.jsonDepthMax`. The value comes back as it was, or as a copy in which -0 is 0.
 */
export const plainValue = (value: unknown): Plain => {
  const walk: Walk = { path: [], error: undefined };
  const plain = visit(walk, value);
  return walk.error === undefined ? { ok: true, value: plain } : { ok: false, error: walk.error };
};

/** `parts` as a JSON pointer (RFC 6901). */
export const pointerOf = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const visit = (walk: Walk, value: unknown): unknown => {
  if (typeof value === 'string') return visitText(walk, value);
  if (typeof value === 'number') return visitNumber(walk, value);
  if (typeof value !== 'object' || value === null) return value;
  if (walk.path.length >= limits.jsonDepthMax) {
    return report(walk, `must not be nested deeper than ${limits.jsonDepthMax} levels`);
  }
  return Array.isArray(value) ? visitItems(walk, value) : visitMembers(walk, value as Record<string, unknown>);
};

const visitItems = (walk: Walk, items: readonly unknown[]): unknown => {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    walk.path.push(i);
    const item = visit(walk, items[i]);
    if (walk.error !== undefined) return items;
    walk.path.pop();
    if (!Object.is(item, items[i])) (copy ??= [...items])[i] = item;
  }
  return copy ?? items;
};

const visitMembers = (walk: Walk, members: Readonly<Record<string, unknown>>): unknown => {
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(members)) {
    walk.path.push(name);
    visitText(walk, name);
    const item = visit(walk, members[name]);
    if (walk.error !== undefined) return members;
    walk.path.pop();
    if (!Object.is(item, members[name])) (copy ??= { ...members })[name] = item;
  }
  return copy ?? members;
};

const visitText = (walk: Walk, text: string): string => {
  if (text.includes('\0')) report(walk, 'must not contain NUL');
  else if (!text.isWellFormed()) report(walk, 'must not contain half a surrogate pair');
  return text;
};

const visitNumber = (walk: Walk, value: number): number => {
  if (!Number.isFinite(value)) report(walk, 'must be a finite number');
  else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    report(walk, 'must be within plus or minus 9007199254740991');
  }
  return value === 0 ? 0 : value;
};

const report = (walk: Walk, message: string): undefined => {
  walk.error ??= { pointer: pointerOf(walk.path), message };
  return undefined;
};
