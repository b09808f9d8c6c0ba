/** Checks that no shape can express: text that every store can hold, numbers that all readers agree on, depth. */
import { limits } from '../kernel/limits.ts';

export type ValueError = {
  /** JSON pointer to the value; empty for the whole. */
  readonly pointer: string;
  /** The flaw, in words that follow its name: `must be string`. */
  readonly message: string;
};

export type Plain =
  | { readonly ok: true; readonly value: unknown }
  /** One for each place that is wrong, in their order, at most `limits.errorDetailsMax`. */
  | { readonly ok: false; readonly errors: readonly ValueError[] };

/** The flaw of a text, in words that follow its name; undefined without one. */
type TextFlaw = (text: string) => string | undefined;

/** Text that no store holds. */
const storable: TextFlaw = (text) => {
  if (text.includes('\0')) return 'must not contain NUL';
  return text.isWellFormed() ? undefined : 'must not contain half a surrogate pair';
};

/**
 * Text that people write has tabs and line breaks, of any system, and no other control characters. In JSON each of
 * those takes six bytes, and the bounds of events assume at most four a character.
 */
const written: TextFlaw = (text) =>
  storable(text) ??
  (CONTROL.test(text) ? 'must not contain control characters other than tabs and line breaks' : undefined);

const CONTROL = /[\p{Cc}--[\t\n\r]]/v;

/** The place of the walk and its findings. */
type Walk = { readonly path: (string | number)[]; readonly flawOf: TextFlaw; readonly errors: ValueError[] };

/**
 * Walks a JSON value. Refused: strings and member names with NUL or lone surrogates, integers that are not safe,
 * infinities, nesting past `limits.jsonDepthMax`. The value comes back as it was, or as a copy in which -0 is 0.
 */
export const plainValue = (value: unknown): Plain => walked(value, storable);

/** The same for input, where control characters other than tabs and line breaks are refused too. */
export const plainInput = (value: unknown): Plain => walked(value, written);

const walked = (value: unknown, flawOf: TextFlaw): Plain => {
  const walk: Walk = { path: [], flawOf, errors: [] };
  const plain = visit(walk, value);
  return walk.errors.length === 0 ? { ok: true, value: plain } : { ok: false, errors: walk.errors };
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
    walk.path.pop();
    if (walk.errors.length >= limits.errorDetailsMax) return items;
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
    walk.path.pop();
    if (walk.errors.length >= limits.errorDetailsMax) return members;
    if (!Object.is(item, members[name])) (copy ??= { ...members })[name] = item;
  }
  return copy ?? members;
};

const visitText = (walk: Walk, text: string): string => {
  const flaw = walk.flawOf(text);
  if (flaw !== undefined) report(walk, flaw);
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
  walk.errors.push({ pointer: pointerOf(walk.path), message });
  return undefined;
};
