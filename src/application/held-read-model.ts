/** A read model that this process writes: its collection, its place in the log, and the fence that says so. */
import { isFault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import { START } from '../kernel/position.ts';
import type { Position } from '../kernel/position.ts';
import { definitionOf } from '../kernel/projection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { createProjectionFold } from './projection-fold.ts';
import type { ProjectionFold } from './projection-fold.ts';
import { checkpointOf } from './read-model-directory.ts';

export type HeldReadModel = {
  readonly projection: Projection;
  readonly categories: ReadonlySet<string>;
  readonly collection: string;
  readonly fold: ProjectionFold;
  /** Everything up to here is in the documents. */
  position(): Position;
  /** Writes what the fold has changed, with the checkpoint. Fault `conflict`: another process has taken it. */
  store(through: Position): Promise<void>;
  /** Moves on without documents to write; the checkpoint follows with `save`. */
  pass(through: Position): void;
  /** Writes the checkpoint if it is behind. Faults as `store`. */
  save(): Promise<void>;
};

/**
 * Declares a collection and raises the fence of its checkpoint: whoever held it before finds out at the next write.
 * `documentsMax`: documents kept in memory between batches.
 */
export const holdReadModel = async (
  documents: DocumentStore,
  projection: Projection,
  collection: string,
  documentsMax: number,
): Promise<HeldReadModel> => {
  await documents.declare(definitionOf(projection, collection));
  const name = checkpointOf(collection);
  const { fence, start } = await raiseFence(documents, name);
  const fold = createProjectionFold({ documents, projection, collection, documentsMax });
  let position = start;
  let saved = start;

  const write = async (through: Position): Promise<void> => {
    await documents.write(fold.writes(), { name, position: through, fence });
    if (through > saved) saved = through;
  };

  return Object.freeze({
    projection,
    categories: new Set(projection.categories),
    collection,
    fold,
    position: () => position,
    store: async (through: Position) => {
      await write(through);
      fold.stored();
      position = through;
    },
    pass: (through: Position) => {
      position = through;
    },
    save: async () => {
      const through = position;
      if (through <= saved) return;
      await documents.write([], { name, position: through, fence });
      if (through > saved) saved = through;
    },
  });
};

const raiseFence = async (documents: DocumentStore, name: string): Promise<{ fence: number; start: Position }> => {
  for (let attempt = 0; ; attempt += 1) {
    const before = await documents.checkpoint(name);
    const start = before?.position ?? START;
    const fence = (before?.fence ?? 0) + 1;
    try {
      await documents.write([], { name, position: start, fence });
      return { fence, start };
    } catch (error) {
      // Another process has raised it at the same moment: the next one is higher.
      if (!isFault(error, 'conflict') || attempt >= limits.conflictRetriesMax) throw error;
    }
  }
};
