/** Canonical JSON (RFC 8785): the same value gives the same bytes on every store and in every process. */
import { hash } from 'node:crypto';
import { BrokenInvariant } from './faults.ts';

/**
 * Members are sorted by UTF-16 code units, as RFC 8785 section 3.2.3 asks. `JSON.stringify` already writes numbers and
 * strings in the form that it prescribes. Members that are `undefined` are left out. Throws on values that JSON cannot
 * hold (NaN, infinities, functions, bigint, lone surrogates).
 *
 * Once the members are in order, one `JSON.stringify` of the whole value is several times as fast as pieces.
 */
export const canonicalJson = (value: unknown): string => {
  const ordered = inOrder(value);
  const text = ordered === NO_ORDER ? inPieces(value) : JSON.stringify(ordered);
  if (text.includes('\\ud') && LONE_SURROGATE.test(text)) {
    throw new BrokenInvariant('a lone surrogate has no canonical form');
  }
  return text;
};

/** JSON writes each as an escape. To look for them in the text is cheaper than in every string of the value. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/u;

/** No object can have its members in the order that is asked for. */
const NO_ORDER = Symbol('no order');

/**
 * The value itself if its members are in order, else a copy in which they are. Throws on values that JSON cannot hold.
 */
const inOrder = (value: unknown): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new BrokenInvariant(`${value} has no canonical form`);
      return value;
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? itemsInOrder(value) : membersInOrder(value as Record<string, unknown>);
    default:
      throw new BrokenInvariant(`a ${typeof value} has no canonical form`);
  }
};

const itemsInOrder = (items: readonly unknown[]): unknown => {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    const item = inOrder(items[i]);
    if (item === NO_ORDER) return NO_ORDER;
    if (item !== items[i]) (copy ??= items.slice())[i] = item;
  }
  return copy ?? items;
};

const membersInOrder = (members: Readonly<Record<string, unknown>>): unknown => {
  const names = Object.keys(members);
  const sorted = isSorted(names);
  if (!sorted && names.some(isOdd)) return NO_ORDER;
  let copy: Record<string, unknown> | undefined = sorted ? undefined : {};
  if (!sorted) sortNames(names);
  for (const name of names) {
    const member = members[name];
    if (member === undefined) continue;
    const ordered = inOrder(member);
    if (ordered === NO_ORDER || (ordered !== member && isOdd(name))) return NO_ORDER;
    if (!sorted || ordered !== member) (copy ??= { ...members })[name] = ordered;
  }
  return copy ?? members;
};

/** Whether member names are in the order of canonical JSON. */
export const isSorted = (names: readonly string[]): boolean => {
  for (let i = 1; i < names.length; i += 1) if ((names[i - 1] as string) > (names[i] as string)) return false;
  return true;
};

/**
 * Sorts member names in place into the order of canonical JSON. An object has few, mostly near their places. `sort`
 * would copy them twice, which is a tenth of all garbage under load.
 */
export const sortNames = (names: string[]): void => {
  if (names.length > FEW) return void names.sort();
  for (let i = 1; i < names.length; i += 1) {
    const name = names[i] as string;
    let at = i;
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string;
    names[at] = name;
  }
};
const FEW = 32;

/** Setting these names does more than add a member: numbers move to the front, `__proto__` is no member at all. */
export const isOdd = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return (first >= DIGIT_0 && first <= DIGIT_9) || name === '__proto__';
};
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

const inPieces = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(inOrder(value));
  if (Array.isArray(value)) return `[${value.map(inPieces).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).filter((name) => members[name] !== undefined);
  return `{${names
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${inPieces(members[name])}`)
    .join(',')}}`;
};

/** Lower-case hex sha256 of text (as UTF-8) or bytes. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** sha256 of the canonical form of a value. */
export const contentHash = (value: unknown): string => sha256(canonicalJson(value));
