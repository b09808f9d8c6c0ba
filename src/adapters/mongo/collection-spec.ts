/**
 * One collection of the port as one collection of MongoDB, and the indexes that it has.
 *
 * A document is `{_id, owner, position, text, keys}`: the canonical text as it was written, of which most answers are
 * made; beside it only the members that indexes order by. Null and absent are both kept as null. BSON puts null below
 * every number, and numbers below texts, as the port asks; texts are compared by their bytes. A tombstone has neither
 * `text` nor `keys`, and is in no index but that of the ids.
 */
import { type IndexKey, indexKeyOf, isAcross } from '../../kernel/document-index.ts';
import { assert } from '../../kernel/faults.ts';
import type { CollectionDefinition } from '../../ports/document-store.ts';

export type Stored = {
  readonly _id: string;
  readonly owner: string;
  readonly position: string;
  readonly text?: string;
  readonly keys?: Readonly<Record<string, IndexKey>>;
};

export type IndexSpec = {
  readonly name: string;
  readonly key: Readonly<Record<string, 1>>;
  readonly partialFilterExpression: typeof LIVING;
};

/** The condition that excludes tombstones; queries state it, as the partial index serves only those. */
export const LIVING = { text: { $exists: true } } as const;

export const CHECKPOINTS = 'checkpoints';
export const MEMBERS = 'members';

export const collectionNameOf = (collection: string): string => `documents.${collection}`;

/** The members as they are named in a stored document: a path, so a member's name must not look like one. */
const pathOf = (member: string): string => {
  assert(/^[^.$]+$/.test(member), `${member} cannot be an indexed member`);
  return `keys.${member}`;
};

/**
 * One index of MongoDB, named after its members. The server takes no second index of the same members under another
 * name. A definition with other members makes another index, while processes of the old version find theirs.
 */
export const indexSpecOf = (definition: CollectionDefinition, index: string, ofOwner: boolean): IndexSpec => {
  const members = definition.indexes[index];
  assert(members !== undefined, `${definition.name} has no index ${index}`);
  const fields = [...(ofOwner ? ['owner'] : []), ...members.map(pathOf), '_id'];
  return {
    name: `${ofOwner ? 'owner' : 'all'}:${members.join(',')}`,
    key: Object.fromEntries(fields.map((field) => [field, 1])),
    partialFilterExpression: LIVING,
  };
};

/** All indexes of a collection but that of the ids: each begins with the owner, those asked across exist once more. */
export const indexSpecsOf = (definition: CollectionDefinition): readonly IndexSpec[] => {
  const specs = Object.keys(definition.indexes).flatMap((index) => [
    indexSpecOf(definition, index, true),
    ...(isAcross(definition, index) ? [indexSpecOf(definition, index, false)] : []),
  ]);
  return [...new Map(specs.map((spec) => [spec.name, spec])).values()];
};

export const keysOf = (members: readonly string[], body: unknown): Record<string, IndexKey> => {
  const source = body as Readonly<Record<string, unknown>>;
  return Object.fromEntries(members.map((member) => [member, indexKeyOf(source[member])]));
};
