/**
 * A copy of a value as the log will return it, made in one walk. Members are in canonical order, none undefined, no -0,
 * nothing shared with the original. `JSON.stringify` of it is its canonical JSON.
 */
import { isOdd, isSorted, sortNames } from '../kernel/canonical-json.ts';
import { limits } from '../kernel/limits.ts';

/** The value has a flaw, or no object can have its members in order: the caller takes the careful way. */
export const NO_COPY = Symbol('no copy');

export const plainCopy = (value: unknown): unknown => copyOf(value, 0);

const copyOf = (value: unknown, depth: number): unknown => {
  switch (typeof value) {
    case 'string':
      return isStorable(value) ? value : NO_COPY;
    case 'number':
      return isExact(value) ? value + 0 : NO_COPY;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth >= limits.jsonDepthMax) return NO_COPY;
      return Array.isArray(value) ? copyOfItems(value, depth) : copyOfMembers(value as Record<string, unknown>, depth);
    default:
      return NO_COPY;
  }
};

const copyOfItems = (items: readonly unknown[], depth: number): unknown => {
  const copy: unknown[] = [];
  for (const item of items) {
    const own = copyOf(item, depth + 1);
    if (own === NO_COPY) return NO_COPY;
    copy.push(own);
  }
  return copy;
};

const copyOfMembers = (members: Readonly<Record<string, unknown>>, depth: number): unknown => {
  const names = Object.keys(members);
  if (!isSorted(names)) sortNames(names);
  const copy: Record<string, unknown> = {};
  for (const name of names) {
    const member = members[name];
    if (member === undefined) continue;
    const own = copyOf(member, depth + 1);
    if (own === NO_COPY || isOdd(name) || !isStorable(name)) return NO_COPY;
    copy[name] = own;
  }
  return copy;
};

/** A value that passes `plainValue`; -0 becomes 0 by adding 0. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
