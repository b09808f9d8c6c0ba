/** The contract of every event store: see src/ports/event-store.ts. */
import { appending } from './checks/event-store-appending.ts';
import { reading } from './checks/event-store-reading.ts';
import { together } from './checks/event-store-together.ts';

export const eventStoreChecks = { ...appending, ...reading, ...together };
