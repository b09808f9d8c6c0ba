/** How read models are declared: typed by the events that they fold. */
import type { DomainEvent, RecordedEvent } from '../../src/kernel/event.ts';
import { assert } from '../../src/kernel/faults.ts';
import type { Projection } from '../../src/kernel/projection.ts';

type Definition<D, E extends DomainEvent> = Pick<
  Projection,
  'name' | 'version' | 'indexes' | 'across' | 'categories' | 'ofOneEvent'
> & {
  readonly touches: (event: RecordedEvent<E>) => readonly string[];
  /** The workspace of the event's stream when left out. */
  readonly owner?: (event: RecordedEvent<E>, id: string) => string;
  readonly evolve: (document: D | undefined, event: RecordedEvent<E>, id: string) => D | undefined;
};

/** Nothing: the event is of no interest. */
export const NONE: readonly string[] = Object.freeze([]);

/**
 * A read model. `E` must name every event of its categories. The codec has checked their shapes, and the runner offers
 * no others. So the one cast from events in general to these is made here.
 */
export const defineProjection = <D, E extends DomainEvent>(definition: Definition<D, E>): Projection<D> =>
  Object.freeze({
    ...(definition.owner === undefined ? { owner: workspaceOf, ofWorkspace: true } : {}),
    ...definition,
  }) as unknown as Projection<D>;

/** The workspace that the stream of an event belongs to. */
const workspaceOf = (event: RecordedEvent): string => {
  assert(event.metadata.workspaceId !== undefined, 'the stream of this event belongs to a workspace');
  return event.metadata.workspaceId;
};
