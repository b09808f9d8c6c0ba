/** What a rebuild leaves behind where no service runs that would clear it away. */
import { limits } from '../kernel/limits.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Timers } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { checkpointOf, createReadModelDirectory } from './read-model-directory.ts';

export type DropDeps = { readonly documents: DocumentStore; readonly timers: Timers };

/**
 * Waits for as long as others may still be reading (`limits.retiredCollectionMs`), then drops the collections whose
 * place was taken, unless somebody else has. Answers the names of those that it dropped.
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
    const placement = await directory.find(projection);
    if (placement.retired.length === 0) continue;
    for (const collection of placement.retired) await documents.drop(collection, checkpointOf(collection));
    await directory.change(projection, placement, { ...placement, retired: [] });
    dropped.push(...placement.retired);
  }
  return dropped;
};
