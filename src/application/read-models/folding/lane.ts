/**
 * A lane: read models that share a subscription to the feed. Each batch is decoded once and folded by every read model
 * of the lane that has not seen it.
 *
 * Folded documents are stored at once when a reader waits for them. So are they when the last store is
 * `limits.projectionStoreEveryMs` ago. Otherwise they are stored a little later, together with the next ones. Under
 * load the same documents change in every batch. To write each of them each time is most of a read model's cost.
 */
import { waitAfter } from '../../../kernel/again.ts';
import type { RecordedEvent } from '../../../kernel/event.ts';
import { Fault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';
import type { Position } from '../../../kernel/position.ts';
import type { Clock, Logger, Timers, Turns } from '../../../ports/basics.ts';
import type { EventFeed, FeedBatch } from '../../../ports/event-feed.ts';
import type { EventCodec } from '../../../schema/event-codec.ts';
import { assertInOrder, newsFor, type Read, readEvents } from './read-batch.ts';
import type { HeldReadModel } from './hold-read-model.ts';
import { isHopeless, type ModelStore } from './store-read-models.ts';

export type LaneDeps = {
  readonly feed: Pick<EventFeed, 'subscribe'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly turns: Turns;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Whether a reader waits for a read model to move on. */
  readonly isAwaited: () => boolean;
  /** Of all read models, so that any of them can join any lane. */
  readonly categories: readonly string[];
  readonly store: ModelStore;
  /** The read model cannot go on; it leaves the lane. */
  readonly broken: (model: HeldReadModel, error: Error) => void;
  /** Between two batches: whether the read models of the lane have left it for another one. */
  readonly join: (lane: Lane) => Promise<boolean>;
};

export type Lane = {
  readonly models: Set<HeldReadModel>;
  /** Up to where it has folded; undefined for an empty lane. */
  reached(): Position | undefined;
  /** Whether all that it has folded is stored. */
  isStored(): boolean;
  /** The batch that it is at, if it is at one. */
  applying(): Promise<void> | undefined;
  /** Stores folded documents without delay. */
  hurry(): void;
  /** Follows the feed until the lane is empty or the signal aborts. Faults are met again after a wait. */
  run(): Promise<void>;
};

export const createLane = (deps: LaneDeps, along: readonly HeldReadModel[]): Lane => {
  const { feed, clock, timers, logger, signal, categories, broken } = deps;
  const models = new Set(along);
  let applying: Promise<void> | undefined;
  /** Folded up to here, and not stored yet; undefined when everything is stored. */
  let folded: Position | undefined;
  let storedAt = -Infinity;
  /** Ends the lane's wait for another batch, so that it stores its documents. */
  let due = Promise.withResolvers<'due'>();
  let timing = false;

  /** Does something with the events that a model has not seen; ends it here when that is hopeless. */
  const withNews = async (
    model: HeldReadModel,
    events: readonly Read[],
    work: (news: readonly RecordedEvent[]) => Promise<void>,
  ): Promise<void> => {
    const news = newsFor(model, events);
    if (news.length === 0) return;
    try {
      await work(news);
    } catch (error) {
      if (!isHopeless(error)) throw error;
      broken(model, error);
    }
  };

  /** All documents of the batch are read at once: on a server each read costs as much as folding dozens of events. */
  const prepare = async (events: readonly Read[]): Promise<void> => {
    const prepared = await Promise.allSettled(
      [...models].map(async (model) => withNews(model, events, async (news) => model.fold.prepare(news))),
    );
    for (const one of prepared) if (one.status === 'rejected') throw one.reason;
  };

  const store = async (): Promise<void> => {
    const through = folded;
    if (through === undefined) return;
    const behind = [...models].filter((model) => model.position() < through);
    await deps.store(behind, through);
    folded = undefined;
    storedAt = clock.monotonic();
  };

  const storeLater = (waitMs: number): void => {
    if (timing) return;
    timing = true;
    const ended = (): void => {
      timing = false;
      due.resolve('due');
    };
    timers.sleep(waitMs, signal).then(ended, ended);
  };

  const apply = async ({ events, through }: FeedBatch): Promise<void> => {
    const read = await readEvents(deps, [...models], events);
    await prepare(read);
    for (const model of models) await withNews(model, read, async (news) => model.fold.fold(news));
    folded = through;
    const waitMs = storedAt + limits.projectionStoreEveryMs - clock.monotonic();
    const full = [...models].some((model) => model.fold.size() >= limits.projectionFoldDocumentsMax);
    if (waitMs <= 0 || full || deps.isAwaited()) await store();
    else storeLater(waitMs);
  };

  const inTurn = async (work: Promise<void>): Promise<void> => {
    applying = work.finally(() => {
      applying = undefined;
    });
    await applying;
  };

  /** Folds batch after batch, and stores in between; ends when nothing is left in the lane, or the feed ends. */
  const followBatches = async (start: Position, batches: AsyncIterator<FeedBatch>): Promise<void> => {
    let seen = start;
    let next = batches.next();
    for (;;) {
      const arrived = await Promise.race([next, due.promise]);
      // A new one for each turn: one that stays keeps the batch of every race. A batch that won stores what was due.
      due = Promise.withResolvers();
      if (arrived === 'due') {
        await inTurn(store());
      } else if (arrived.done === true) {
        return;
      } else {
        assertInOrder(seen, arrived.value);
        seen = arrived.value.through;
        await inTurn(apply(arrived.value));
        next = batches.next();
        // A drop may come before the next look at it: it is seen there, and until then it is no stray one.
        next.catch(() => undefined);
      }
      if (models.size === 0 || (await deps.join(lane))) return;
    }
  };

  const follow = async (): Promise<void> => {
    const start = startOf(models);
    if (start === undefined) return;
    const leaving = new AbortController();
    const options = { categories, batchMax: limits.projectionBatchEventsMax };
    const until = AbortSignal.any([signal, leaving.signal]);
    const batches = feed.subscribe(start, { ...options, signal: until })[Symbol.asyncIterator]();
    folded = undefined;
    try {
      await followBatches(start, batches);
    } finally {
      // Its wait for another batch, if it is in one, has to end before it can be left.
      leaving.abort();
      await batches.return?.();
    }
    if (models.size > 0 && !signal.aborted) throw new Fault('unavailable', 'the feed has ended');
    await store();
  };

  const run = async (): Promise<void> => {
    for (let failures = 0; models.size > 0 && !signal.aborted;) {
      const before = startOf(models);
      try {
        await follow();
      } catch (error) {
        for (const model of models) model.fold.discard();
        failures = startOf(models) === before ? failures + 1 : 1;
        const wait = waitAfter(failures, limits.projectionBackoffMs);
        logger.warn({ err: error, failures, wait, from: before }, 'read models could not be written; they go on soon');
        await timers.sleep(wait, signal).catch(() => undefined);
      }
    }
  };

  const lane: Lane = Object.freeze({
    models,
    reached: () => folded ?? startOf(models),
    isStored: () => folded === undefined,
    applying: () => applying,
    hurry: () => {
      if (folded !== undefined) due.resolve('due');
    },
    run,
  });
  return lane;
};

/** The position from which a lane reads: that of its read model furthest behind. */
const startOf = (models: ReadonlySet<HeldReadModel>): Position | undefined => {
  let least: Position | undefined;
  for (const model of models) if (least === undefined || model.position() < least) least = model.position();
  return least;
};
