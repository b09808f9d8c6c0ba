/**
 * A query as a stretch of an index: from a key inclusive to a key exclusive, over all members of the index, whatever
 * their types. Conditions on members would not do: MongoDB compares only within a type, but numbers and texts may
 * follow a cursor at null.
 */
import {
  decodePageCursor,
  encodePageCursor,
  type IndexKey,
  indexKeyOf,
  membersAsked,
} from '../../kernel/document-index.ts';
import type { CollectionDefinition, Query } from '../../ports/document-store.ts';
import { indexSpecOf, type IndexSpec, type Stored } from './collection-spec.ts';

/** Below and above everything that a member can be. */
export const LOWEST = Symbol('lowest');
export const HIGHEST = Symbol('highest');
export type Edge = IndexKey | typeof LOWEST | typeof HIGHEST;

export type KeyRange = {
  readonly index: IndexSpec;
  /** One value per member of the index, in its order. */
  readonly from: readonly Edge[];
  readonly to: readonly Edge[];
  /** The members that follow the equal ones: with the id they make up a cursor. */
  readonly order: readonly string[];
};

/**
 * The stretch that a query asks for; undefined when nothing can be in it. Bounds speak of texts or of numbers, as
 * their type says; null is inside no bound. An undeclared index is a bug (BrokenInvariant), a cursor that no page of
 * this query gave is fault `invalid`.
 */
export const keyRange = (definition: CollectionDefinition, query: Query): KeyRange | undefined => {
  const { order } = membersAsked(definition, query);
  let from = padded(lowerBound(query), order.length + 1, LOWEST);
  let to = padded(upperBound(query), order.length + 1, isBelowTexts(query) ? LOWEST : HIGHEST);
  const after = query.after === undefined ? undefined : decodePageCursor(query.after, order.length + 1);
  if (after !== undefined && query.descending === true) to = lower(to, after);
  else if (after !== undefined) from = higher(from, justAfter(after));
  if (compareKeys(from, to) >= 0) return undefined;

  const first = [...(query.owner === undefined ? [] : [query.owner]), ...(query.equals ?? []).map(indexKeyOf)];
  const index = indexSpecOf(definition, query.index, query.owner !== undefined);
  return { index, from: [...first, ...from], to: [...first, ...to], order };
};

const padded = (edge: Edge | undefined, length: number, filler: Edge): readonly Edge[] =>
  Array.from({ length }, (_, n) => (n === 0 && edge !== undefined ? edge : filler));

/** Every number is at or above minus infinity, which JSON cannot hold, and every text at or above ''. */
const lowerBound = ({ atLeast, atMost }: Query): Edge | undefined => {
  if (atLeast !== undefined || atMost === undefined) return atLeast;
  return typeof atMost === 'string' ? '' : -Infinity;
};

/** Past the numbers there are the texts. */
const isBelowTexts = ({ atLeast, atMost }: Query): boolean => atMost === undefined && typeof atLeast === 'number';
const upperBound = (query: Query): Edge | undefined => (isBelowTexts(query) ? '' : query.atMost);

const rank = (edge: Edge): number => {
  if (edge === LOWEST) return 0;
  if (edge === null) return 1;
  if (edge === HIGHEST) return 4;
  return typeof edge === 'number' ? 2 : 3;
};

const compareEdges = (a: Edge, b: Edge): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b || 0;
  // By bytes as the server does: code units would sort characters outside the basic plane differently.
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return rank(a) - rank(b);
};

/** The order of an index. */
export const compareKeys = (a: readonly Edge[], b: readonly Edge[]): number => {
  for (let n = 0; n < a.length; n += 1) {
    const order = compareEdges(a[n] ?? null, b[n] ?? null);
    if (order !== 0) return order;
  }
  return 0;
};

const lower = (a: readonly Edge[], b: readonly Edge[]): readonly Edge[] => (compareKeys(a, b) <= 0 ? a : b);
const higher = (a: readonly Edge[], b: readonly Edge[]): readonly Edge[] => (compareKeys(a, b) >= 0 ? a : b);

/** The first key that is past this one, the last member being an id: no text is between one and one with a NUL more. */
const justAfter = (keys: readonly IndexKey[]): readonly Edge[] => [...keys.slice(0, -1), `${keys.at(-1)}\0`];

/** Opaque to clients: where in the order a page ended. */
export const encodeCursor = (order: readonly string[], last: Stored): string => {
  const keys = [...order.map((member) => last.keys?.[member] ?? null), last._id];
  return encodePageCursor(keys);
};
