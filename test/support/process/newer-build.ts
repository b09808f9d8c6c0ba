/** A process of the service in a version to come (newer-events.ts); its arguments are those of service-child.ts. */
import { eventTypes } from '../../../events/registry.ts';
import type { EventDefinition } from '../../../src/kernel/event.ts';
import { newerTypes } from './newer-events.ts';

// Before anything of the service asks for them.
(eventTypes as EventDefinition[]).splice(0, eventTypes.length, ...newerTypes);
await import('./service-child.ts');
