/** Drops the collections that a rebuild leaves behind where no service runs. */
import { limits } from '../../../kernel/limits.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { Timers } from '../../../ports/basics.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { createReadModelDirectory, dropRetiredOf } from './read-model-directory.ts';

export type DropDeps = { readonly documents: DocumentStore; readonly timers: Timers };

/**
 * Waits for as long as others may still read them (`limits.retiredCollectionMs`), then drops the replaced collections
 * that are still there. Answers the names of those that it dropped.
 */
export const dropRetired = async (
  { documents, timers }: DropDeps,
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const directory = createReadModelDirectory(documents);
  await directory.declare();
  await timers.sleep(limits.retiredCollectionMs);
  const dropped: string[] = [];
  for (const projection of projections) {
    dropped.push(...(await dropRetiredOf(documents, directory, projection, await directory.find(projection))));
  }
  return dropped;
};
