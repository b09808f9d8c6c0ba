/** The indexes of documents, the same for every store: their members, their queries, and the end of a page. */
import { assert, Fault } from './faults.ts';
import { jsonIn } from './json.ts';
import type { Projection } from './projection.ts';

type Definition = Pick<Projection, 'name' | 'indexes' | 'across'>;

type Asked = {
  readonly index: string;
  readonly owner?: string;
  readonly equals?: readonly unknown[];
  readonly atLeast?: unknown;
  readonly atMost?: unknown;
};

/** Of all indexes of a collection. */
export const indexedMembers = ({ indexes }: Definition): readonly string[] => [
  ...new Set(Object.values(indexes).flat()),
];

/** Whether an index may be asked without naming an owner. */
export const isAcross = ({ across = [] }: Definition, index: string): boolean => across.includes(index);

/** The members of an index that a query states, and those by which the answer is in order. Any other query is a bug. */
export const membersAsked = (definition: Definition, { index, owner, equals = [], atLeast, atMost }: Asked) => {
  const members = definition.indexes[index];
  assert(members !== undefined, `${definition.name} has no index ${index}`);
  assert(
    owner !== undefined || isAcross(definition, index),
    `${definition.name} is not asked by ${index} across owners`,
  );
  assert(equals.length <= members.length, 'a query states at most the members of its index');
  const [stated, order] = [members.slice(0, equals.length), members.slice(equals.length)];
  const isBounded = atLeast !== undefined || atMost !== undefined;
  assert(!isBounded || order.length > 0, 'a bound needs a member after the equal ones');
  return { stated, order };
};

/** Of a member in an index. Only texts, numbers and null have an order; null comes first. */
export type IndexKey = string | number | null;

export const indexKeyOf = (value: unknown): IndexKey => {
  if (value === null || value === undefined) return null;
  assert(typeof value === 'string' || typeof value === 'number', 'an indexed member is a text, a number or null');
  return value;
};

/** Where in the order of an index a page ended: the keys of its last document, the id last. Opaque to clients. */
export const encodePageCursor = (keys: readonly IndexKey[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/** Fault `invalid` unless it was made of so many keys. */
export const decodePageCursor = (cursor: string, length: number): readonly IndexKey[] => {
  const refused = new Fault('invalid', 'the cursor is not one of this query', { retriable: false });
  const keys = jsonIn(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(keys) || keys.length !== length || typeof keys.at(-1) !== 'string') throw refused;
  return keys.map((key: unknown) => {
    if (key !== null && typeof key !== 'string' && typeof key !== 'number') throw refused;
    return key;
  });
};
