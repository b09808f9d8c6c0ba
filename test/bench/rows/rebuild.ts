/** Every read model from the start of the log, on the events that frames leave. */
import { join } from 'node:path';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { readWriterThread } from '../../../src/adapters/sqlite/writer-thread.ts';
import { rebuildReadModels } from '../../../src/application/read-models/rebuild-projection.ts';
import { createEventCodec } from '../../../src/schema/event-codec.ts';
import { projections } from '../../../projections/registry.ts';
import { createFrameLoad } from '../support/frame-load.ts';
import { instantMakers } from '../support/makers.ts';
import { type Benchmark, interleaved, ratioRow } from '../support/measure.ts';
import { scanRate } from '../support/raw-scan.ts';
import { withScratch } from '../support/scratch.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const STORAGE_WORKER = new URL('../../../src/main/storage-worker.ts', import.meta.url);

export const rebuilding: Benchmark = {
  name: 'rebuild',
  run: async ({ quick, tell }) =>
    withScratch(async (folder) => {
      const dataDir = join(folder, 'data');
      const studio = await openStudio(dataDir, instantMakers(false));
      const load = await createFrameLoad(studio);
      tell('making frames');
      await load.run(quick ? 2 : 64);
      const log = join(dataDir, 'log.sqlite');
      const events = await eventsIn(studio);
      let builds = 0;
      const compared = await interleaved(
        quick ? 2 : 3,
        async () => {
          tell('rebuilding');
          builds += 1;
          return events / (await secondsToBuild(studio, join(folder, `read-${builds}.sqlite`)));
        },
        async () => scanRate(log, false),
      );
      await studio.close();
      const what = 'rebuild of all read models, against a bare scan with JSON.parse';
      const more = { events, 'read models': projections.length };
      return [ratioRow({ what, bound: { atLeast: 0.15 } }, compared, 'events/s', more)];
    }),
};

const eventsIn = async ({ core }: Studio): Promise<number> => {
  let count = 0;
  for await (const { events } of core.stores.feed.read('')) count += events.length;
  return count;
};

const secondsToBuild = async ({ core }: Studio, path: string): Promise<number> => {
  const { timers, background, logger } = core.system;
  // As the tool does: the commits are made on a thread.
  const writer = readWriterThread(path, { script: STORAGE_WORKER, background, logger });
  const documents = openReadStore(path, { timers, writer });
  const deps = { feed: core.stores.feed, documents, codec: createEventCodec() };
  const start = performance.now();
  await rebuildReadModels(deps, projections);
  const seconds = (performance.now() - start) / 1_000;
  await documents.close();
  return seconds;
};
