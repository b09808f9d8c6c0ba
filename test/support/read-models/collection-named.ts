/** Where the documents of a read model are at first, by its name alone: a changed fold has a version of its own. */
import { assert } from '../../../src/kernel/faults.ts';
import { collectionOf } from '../../../src/kernel/projection.ts';
import { projections } from '../../../projections/registry.ts';

export const collectionNamed = (readModel: string): string => {
  const projection = projections.find(({ name }) => name === readModel);
  assert(projection !== undefined, `there is a read model ${readModel}`);
  return collectionOf(projection);
};
