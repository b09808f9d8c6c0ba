/**
 * Which collection holds the documents of a read model, and into how many shards it is cut. At first it is the one that
 * is named after the read model; a rebuild makes another and puts it in its place. Kept as documents in the document
 * store, so that every process finds it.
 */
import { type Position, START } from '../../../kernel/position.ts';
import { collectionOf, type Projection } from '../../../kernel/projection.ts';
import { allShards, type Shard, WHOLE } from '../../../kernel/shard.ts';
import type { DocumentStore, StoredDocument } from '../../../ports/document-store.ts';

export type Placement = {
  /** Counts the changes of this entry. */
  readonly serial: number;
  /** The collection that readers read. */
  readonly current: string;
  /** The collection of a rebuild that is not finished. */
  readonly building: string | null;
  /** Collections whose place was taken, and that are still to be dropped. */
  readonly retired: readonly string[];
  /** Into how many shards each of these collections is cut, for good; those that are not named are not cut. */
  readonly shards: Readonly<Record<string, number>>;
};

export type ReadModelDirectory = {
  declare(): Promise<void>;
  find(projection: Projection): Promise<Placement>;
  /** In the order of the read models, in one call. */
  findAll(projections: readonly Projection[]): Promise<readonly Placement[]>;
  /** The same; a read model that no process has begun yet is cut into so many shards. */
  beginAll(projections: readonly Projection[], shards: number): Promise<readonly Placement[]>;
  /** Writes the next state of an entry; a state that is not the next one is ignored. */
  change(projection: Projection, from: Placement, to: Omit<Placement, 'serial'>): Promise<Placement>;
};

const COLLECTION = 'read-models@1';

/** The checkpoint of the documents of a shard: `projection:job@1`, and `projection:job@1#3/8` where it is cut. */
export const checkpointOf = (collection: string, { number, of }: Shard = WHOLE): string =>
  of === 1 ? `projection:${collection}` : `projection:${collection}#${number}/${of}`;

/** Of a collection that a placement names. */
export const shardsIn = ({ shards }: Pick<Placement, 'shards'>, collection: string): number => shards[collection] ?? 1;

/** The checkpoints of all shards of a collection that a placement names, in the order of the shards. */
export const checkpointsIn = (placement: Pick<Placement, 'shards'>, collection: string): readonly string[] =>
  allShards(shardsIn(placement, collection)).map((shard) => checkpointOf(collection, shard));

/** How far each shard of the collection that readers read has come, in the order of the shards. */
export const positionsOf = async (
  documents: Pick<DocumentStore, 'checkpoints'>,
  placement: Pick<Placement, 'current' | 'shards'>,
): Promise<readonly Position[]> => {
  const found = await documents.checkpoints(checkpointsIn(placement, placement.current));
  return found.map((checkpoint) => checkpoint?.position ?? START);
};

export const createReadModelDirectory = (documents: DocumentStore): ReadModelDirectory => {
  const placementOf = (id: string, found: StoredDocument<Placement> | undefined): Placement => ({
    serial: 0,
    current: id,
    building: null,
    retired: [],
    // Entries that are older than shards name none.
    shards: {},
    ...found?.body,
  });

  const find = async (projection: Projection): Promise<Placement> => {
    const id = collectionOf(projection);
    return placementOf(id, await documents.get<Placement>(COLLECTION, id));
  };

  const findAll = async (projections: readonly Projection[]): Promise<readonly Placement[]> => {
    const ids = projections.map(collectionOf);
    const found = await documents.getMany<Placement>(COLLECTION, ids);
    return ids.map((id, n) => placementOf(id, found[n]));
  };

  const change = async (projection: Projection, from: Placement, to: Omit<Placement, 'serial'>): Promise<Placement> => {
    const named = [to.current, to.building, ...to.retired];
    const shards = Object.fromEntries(Object.entries(to.shards).filter(([name, of]) => of > 1 && named.includes(name)));
    const body: Placement = { ...to, shards, serial: from.serial + 1 };
    // The serial replaces a position: of two changes of the same state, the first one stays.
    const position: Position = String(body.serial).padStart(12, '0');
    await documents.write([{ collection: COLLECTION, id: collectionOf(projection), owner: 'system', position, body }]);
    return find(projection);
  };

  const begun = async (projection: Projection | undefined, found: Placement, shards: number): Promise<Placement> => {
    const { serial, current } = found;
    if (projection === undefined || shards === 1 || serial > 0) return found;
    // One that was begun before it could be cut has no entry, but a checkpoint.
    if ((await documents.checkpoint(checkpointOf(current))) !== undefined) return found;
    return change(projection, found, { ...found, shards: { [current]: shards } });
  };

  return Object.freeze({
    declare: async () => documents.declare({ name: COLLECTION, indexes: {} }),
    find,
    findAll,
    beginAll: async (projections: readonly Projection[], shards: number) => {
      const all = await findAll(projections);
      return Promise.all(all.map(async (found, n) => begun(projections[n], found, shards)));
    },
    change,
  });
};

/** Changes an entry until `next` wants no other state: another process may change it first. Answers the last state. */
export const changeUntilDone = async (
  directory: Pick<ReadModelDirectory, 'find' | 'change'>,
  projection: Projection,
  next: (found: Placement) => Omit<Placement, 'serial'> | undefined,
): Promise<Placement> => {
  let found = await directory.find(projection);
  for (let to = next(found); to !== undefined; to = next(found)) found = await directory.change(projection, found, to);
  return found;
};

/**
 * Drops the replaced collections of a placement, with their checkpoints. Answers their names. Idempotent. The caller
 * waits for their last readers first (`limits.retiredCollectionMs`).
 */
export const dropRetiredOf = async (
  documents: DocumentStore,
  directory: ReadModelDirectory,
  projection: Projection,
  placement: Placement,
): Promise<readonly string[]> => {
  const { retired } = placement;
  for (const collection of retired) {
    for (const name of checkpointsIn(placement, collection)) await documents.drop(collection, name);
  }
  if (retired.length > 0) await directory.change(projection, placement, { ...placement, retired: [] });
  return retired;
};
