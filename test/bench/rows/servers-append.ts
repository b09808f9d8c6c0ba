/** Appends through our port to EventStoreDB, against either way of its stock client on the same server. */
import { openEventStoreDb } from '../../../src/adapters/eventstoredb/open-event-store-db.ts';
import { startCallsThread } from '../../../src/adapters/eventstoredb/start-calls-thread.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { EncodedEvent } from '../../../src/ports/event-store.ts';
import { bareEvent, openBareEventStore } from '../support/bare-event-store.ts';
import { appendRate, createLanes, type Lane } from '../support/ledger-lanes.ts';
import { type Benchmark, type Bound, interleaved, ratioRow, type Result, type Settings } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { withEventStore } from '../support/servers.ts';

const AT_ONCE = 64;
/** Far more than a lane appends in a window. */
const AHEAD = { one: 4_000, many: 400 };

/** How the stock client appends: a call for each, or all over one. */
type Path = 'unary' | 'batch';

export const serversAppend: Benchmark = {
  name: 'servers-append',
  run: async (settings) =>
    withScratch(async (folder) =>
      withEventStore(folder, async ({ url, caveat }) => {
        const results: Result[] = [];
        for (const [path, bound] of [['unary', { atLeast: 0.8 }] as const, ['batch', null] as const]) {
          for (const lanes of [1, AT_ONCE]) {
            settings.tell(`${path}, ${lanes} at once`);
            results.push({ ...(await compare(settings, url, path, lanes, bound)), ...caveat });
          }
        }
        return results;
      }),
    ),
};

/** As the service does it. */
const WORKER = new URL('../../../src/main/event-store-worker.ts', import.meta.url);

const compare = async (
  { quick }: Settings,
  url: string,
  path: Path,
  count: number,
  bound: Bound | null,
): Promise<Result> => {
  const system = createSystem({ logLevel: 'warn' });
  const calls = await startCallsThread({ url }, { ...system, script: WORKER });
  const log = openEventStoreDb({ ...system, calls });
  const bare = openBareEventStore(url, path);
  const lanes = createLanes<EncodedEvent>(count, (event) => event);
  const bareLanes = createLanes(count, bareEvent);
  const ms = quick ? 300 : 1_500;
  const compared = await interleaved(
    quick ? 3 : 9,
    async () => {
      fill(lanes);
      return appendRate(lanes, ms, async ({ stream, revision }, event) =>
        log.store.append(stream, revision < 0 ? 'none' : revision, [event]),
      );
    },
    async () => {
      fill(bareLanes);
      return appendRate(bareLanes, ms, async ({ stream, revision }, event) => bare.append(stream, revision, event));
    },
  );
  await Promise.all([log.close(), bare.close()]);
  const how = count === 1 ? 'one after another' : `${count} at once`;
  const what = `appends of one event to EventStoreDB at the port, ${how}, against the bare client, ${path}`;
  return ratioRow({ what, bound }, compared, 'events/s');
};

const fill = <E>(lanes: readonly Lane<E>[]): void => {
  for (const lane of lanes) lane.fill(lanes.length === 1 ? AHEAD.one : AHEAD.many);
};
