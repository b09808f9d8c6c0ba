/**
 * Which collection holds the documents of a read model. At first it is the one named after it; a rebuild makes another
 * and puts it in its place. Kept as documents in the document store, so that every process finds it.
 */
import type { Position } from '../kernel/position.ts';
import { collectionOf } from '../kernel/projection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { DocumentStore } from '../ports/document-store.ts';

export type Placement = {
  /** Counts the changes of this entry. */
  readonly serial: number;
  /** The collection that readers read. */
  readonly current: string;
  /** The collection of a rebuild that is not finished. */
  readonly building: string | null;
  /** Collections whose place was taken, and that are still to be dropped. */
  readonly retired: readonly string[];
};

export type ReadModelDirectory = {
  declare(): Promise<void>;
  find(projection: Projection): Promise<Placement>;
  /** Writes the next state of an entry; a state that is not the next one to what is there is ignored. */
  change(projection: Projection, from: Placement, to: Omit<Placement, 'serial'>): Promise<Placement>;
};

const COLLECTION = 'read-models@1';

/** The checkpoint of the documents in a collection. */
export const checkpointOf = (collection: string): string => `projection:${collection}`;

export const createReadModelDirectory = (documents: DocumentStore): ReadModelDirectory => {
  const find = async (projection: Projection): Promise<Placement> => {
    const first = collectionOf(projection);
    const found = await documents.get<Placement>(COLLECTION, first);
    return found?.body ?? { serial: 0, current: first, building: null, retired: [] };
  };
  return Object.freeze({
    declare: async () => documents.declare({ name: COLLECTION, indexes: {} }),
    find,
    change: async (projection: Projection, from: Placement, to: Omit<Placement, 'serial'>) => {
      const body: Placement = { ...to, serial: from.serial + 1 };
      // The serial stands in for a position: of two changes of the same state, the first one stays.
      const position: Position = String(body.serial).padStart(12, '0');
      await documents.write([
        { collection: COLLECTION, id: collectionOf(projection), owner: 'system', position, body },
      ]);
      return find(projection);
    },
  });
};
