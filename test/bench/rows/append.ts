/**
 * Durable appends by 64 callers at once, each to a stream of its own. The baseline is the same rows in bare
 * `node:sqlite`.
 */
import { join } from 'node:path';
import { createSystem } from '../../../src/main/system.ts';
import { openLog } from '../../../src/adapters/sqlite/log.ts';
import type { EncodedEvent, EventStore } from '../../../src/ports/event-store.ts';
import { createEventCodec, GENESIS } from '../../../src/schema/event-codec.ts';
import { createReadyEvents, idOfNumber, metadata, renderedFrame } from '../support/frame-events.ts';
import { appendRate } from '../support/ledger-lanes.ts';
import { type Benchmark, interleaved, ratePerSecond, type Result, type Settings } from '../support/measure.ts';
import { fatal } from '../../support/kernel/fatal.ts';
import { openRawLog, type RawLog, ROWS_PER_COMMIT } from '../support/raw-log.ts';
import { withScratch } from '../support/scratch.ts';

const CALLERS = 64;

/** Makes the next event of one stream. */
type Maker = (stream: string) => (revision: number) => EncodedEvent;

export const appendAtThePort: Benchmark = {
  name: 'append',
  run: async (settings) =>
    compare(settings, (stream) => createReadyEvents(stream), {
      what: 'durable appends at the event-store port, 64 callers at once, against bare node:sqlite (100 rows a commit)',
      bound: { atLeast: 0.5 },
    }),
};

export const appendThroughCodec: Benchmark = {
  name: 'append-codec',
  run: async (settings) =>
    compare(settings, chained, {
      what: 'the same through codec and hash chain, against the same baseline',
      bound: { atLeast: 0.25 },
    }),
};

const codec = createEventCodec();

const chained: Maker = (stream) => {
  let previousHash = GENESIS;
  return (revision) => {
    const place = { stream, revision, id: idOfNumber(revision), metadata, previousHash };
    const { encoded, recorded } = codec.encode(renderedFrame(revision), place);
    previousHash = recorded.hash;
    return encoded;
  };
};

const compare = async (
  { quick }: Settings,
  makerOf: Maker,
  row: Pick<Result, 'what' | 'bound'>,
): Promise<readonly Result[]> =>
  withScratch(async (folder) => {
    const timers = createSystem({ logLevel: 'warn' }).timers;
    const log = openLog(join(folder, 'log.sqlite'), { timers, fatal });
    const raw = openRawLog(join(folder, 'raw.sqlite'));
    const ms = quick ? 200 : 1_000;
    const append = callers(log.store, makerOf);
    const { ratio, ours, baseline } = await interleaved(
      quick ? 3 : 9,
      async () => append(ms),
      async () => rawRate(raw, ms),
    );
    await log.close();
    raw.close();
    return [{ ...row, value: ratio, unit: 'x', figures: { 'events/s': ours, 'baseline rows/s': baseline } }];
  });

/** The window ends with what is under way. */
const callers = (store: EventStore, makerOf: Maker): ((ms: number) => Promise<number>) => {
  const lanes = streamNames.map((stream) => {
    const make = makerOf(stream);
    const lane = { stream, revision: -1, next: (): EncodedEvent => make(lane.revision + 1), isAtRest: () => true };
    return lane;
  });
  return async (ms) =>
    appendRate(lanes, ms, async ({ stream, revision }, event) =>
      store.append(stream, revision < 0 ? 'none' : revision, [event]),
    );
};

let made = 0;

export const rawRate = async (raw: RawLog, ms: number): Promise<number> => {
  const ready = streamNames.map((stream) => [stream, createReadyEvents(stream)] as const);
  return ratePerSecond(ms, () =>
    raw.commit(
      Array.from({ length: ROWS_PER_COMMIT }, () => {
        made += 1;
        const [stream, make] = ready[made % CALLERS] as (typeof ready)[number];
        return [stream, make(made)] as const;
      }),
    ),
  );
};

const streamNames = Array.from({ length: CALLERS }, (_, n) => `job-job_${String(n).padStart(26, '0')}`);
