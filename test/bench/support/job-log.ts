/** A log as concurrent jobs leave it, for followers of logs: in a data folder of its own. */
import { join } from 'node:path';
import { openLog } from '../../../src/adapters/sqlite/log.ts';
import { START } from '../../../src/kernel/position.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { EventFeed } from '../../../src/ports/event-feed.ts';
import type { StoredEvent } from '../../../src/ports/event-store.ts';
import { fatal } from '../../support/kernel/fatal.ts';
import { inStudio } from './studio.ts';

const WORKSPACES = 8;

export type JobLog = {
  readonly feed: EventFeed;
  /** All of it. */
  readonly events: readonly StoredEvent[];
  readonly close: () => Promise<void>;
};

/** So many jobs of so many frames each, in eight workspaces, all under way at once. */
export const writeJobLog = async (folder: string, jobs: number, frames: number): Promise<JobLog> => {
  const dataDir = join(folder, 'jobs');
  await inStudio(dataDir, async (studio) => {
    const callers = await Promise.all(Array.from({ length: WORKSPACES }, async (_, n) => studio.caller(`lane ${n}`)));
    const planned = await Promise.all(
      Array.from({ length: Math.ceil(jobs / WORKSPACES) }, async () =>
        Promise.all(callers.map(async (caller) => studio.planJob(caller, frames))),
      ),
    );
    await Promise.all(planned.flat().map(async ({ start }) => studio.finished(await start())));
  });
  const log = openLog(join(dataDir, 'log.sqlite'), { ...createSystem({ logLevel: 'warn' }), fatal });
  const events: StoredEvent[] = [];
  for await (const batch of log.feed.read(START)) events.push(...batch.events);
  return { feed: log.feed, events, close: async () => log.close() };
};
