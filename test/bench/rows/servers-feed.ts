/**
 * The feed of EventStoreDB under ten minutes of frames: a server that drops subscriptions, or lets a read wait for
 * seconds, shows here. Reads and drops are those of the one session that all followers of a process share.
 */
import { join } from 'node:path';
import { isFault } from '../../../src/kernel/faults.ts';
import type { EventFeed } from '../../../src/ports/event-feed.ts';
import { createFrameLoad } from '../support/frame-load.ts';
import { instantMakers } from '../support/makers.ts';
import type { Benchmark } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { ownPrefix, withEventStore } from '../support/servers.ts';
import { openStudio } from '../support/studio.ts';

const TEN_MINUTES = 600_000;
const QUICK_MS = 15_000;

export const serversFeed: Benchmark = {
  name: 'servers-feed',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) =>
      withEventStore(folder, async ({ url, caveat }) => {
        const env = { EVENTSTOREDB_URL: url, EVENTSTOREDB_PREFIX: ownPrefix() };
        const studio = await openStudio(join(folder, 'data'), instantMakers(false), env);
        const load = await createFrameLoad(studio);
        const watched = await watch(studio.core.stores.feed);
        const begun = performance.now();
        const lasts = quick ? QUICK_MS : TEN_MINUTES;
        let frames = 0;
        for (let minutes = 0; performance.now() - begun < lasts;) {
          frames += (await load.run(4)).frames;
          const now = Math.floor((performance.now() - begun) / 60_000);
          if (now > minutes) tell(`${now} minutes, ${frames} frames`);
          minutes = now;
        }
        const seconds = (performance.now() - begun) / 1_000;
        const { drops, longestMs, events } = await watched.end();
        await studio.close();
        const figures = { seconds, frames, events, 'frames/s': frames / seconds };
        const what = 'frames on EventStoreDB, 64 in flight over 8 jobs, for ten minutes';
        return [
          { what: `drops of the feed: ${what}`, bound: { atMost: 0 }, value: drops, unit: '', figures, ...caveat },
          {
            what: `longest time between two batches of the feed: ${what}`,
            bound: { atMost: 1_000 },
            value: longestMs,
            unit: 'ms',
            figures,
            ...caveat,
          },
        ];
      }),
    ),
};

/** Follows the feed until `end`. Events come all the time, so a long time between batches is a read that waits. */
const watch = async (feed: EventFeed) => {
  const over = new AbortController();
  const { signal } = over;
  let position = await feed.head();
  let drops = 0;
  let events = 0;
  let longestMs = 0;
  const follow = async (): Promise<void> => {
    let last = performance.now();
    for await (const batch of feed.subscribe(position, { signal })) {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
      position = batch.through;
      events += batch.events.length;
    }
  };
  const following = (async () => {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (!isFault(error, 'unavailable')) throw error;
        drops += 1;
      }
    }
  })();
  return {
    end: async () => {
      over.abort();
      await following;
      return { drops, longestMs, events };
    },
  };
};
