/**
 * An event that the fold of a read model does not take, be it by an assertion. It is a bug of that fold alone: neither
 * the process nor any other read model stops for it.
 */
import type { RecordedEvent } from './event.ts';
import type { Projection } from './projection.ts';

const REMEDY = 'infra/runbooks/rebuild-a-read-model.md has the remedy';

export class Unfoldable extends Error {
  constructor(readModel: string, { type, position, stream, revision }: RecordedEvent, cause: unknown) {
    const what = `${type} at ${position} (${stream}, revision ${revision})`;
    super(`the read model ${readModel} cannot fold ${what}: ${String(cause)}; ${REMEDY}`, { cause });
    this.name = 'Unfoldable';
  }
}

/** A step of a fold: what it throws is told with the event. */
export const foldStep = <T>({ name }: Pick<Projection, 'name'>, event: RecordedEvent, step: () => T): T => {
  try {
    return step();
  } catch (error) {
    throw new Unfoldable(name, event, error);
  }
};
