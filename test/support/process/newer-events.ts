/** The event types of a version to come: one of them has a second version, which the present one cannot read. */
import { eventTypes } from '../../../events/registry.ts';
import type { EventDefinition } from '../../../src/kernel/event.ts';

export const RAISED = 'ProjectCreated';

export const newerTypes: readonly EventDefinition[] = eventTypes.map((definition) =>
  definition.type === RAISED
    ? { ...definition, version: definition.version + 1, upcasters: { [definition.version]: (data: unknown) => data } }
    : definition,
);
