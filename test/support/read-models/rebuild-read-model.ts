import {
  type RebuildDeps,
  type RebuildOptions,
  rebuildReadModels,
  type Rebuilt,
} from '../../../src/application/read-models/rebuild-projection.ts';
import type { Projection } from '../../../src/kernel/projection.ts';

/** Rebuilds one read model; undefined when the signal aborted before the end. */
export const rebuildReadModel = async (
  deps: RebuildDeps,
  projection: Projection,
  options?: RebuildOptions,
): Promise<Rebuilt | undefined> => (await rebuildReadModels(deps, [projection], options))?.[0];
