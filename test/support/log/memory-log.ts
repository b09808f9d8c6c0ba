/** The embedded log without a file: the one in-memory double of event store and feed. */
import { type Log, openLog } from '../../../src/adapters/sqlite/log.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { fatal } from '../kernel/fatal.ts';

export const createMemoryLog = (): Log =>
  openLog(':memory:', { timers: createTimers(), background: createTimers({ background: true }), fatal });

/** Every event of the log, in its order. */
export const allEvents = async ({ feed }: Pick<Log, 'feed'>): Promise<readonly StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for await (const batch of feed.read('')) events.push(...batch.events);
  return events;
};
