/**
 * Read models that share a subscription: a lane is one subscription to the feed. Each batch is decoded once and folded
 * by every read model of the lane that has not seen it.
 *
 * There is one main lane. Read models that are behind it get a lane of their own. When they have caught up they join
 * the main lane between two of its batches. So nothing is missed, and events that both have read are skipped.
 *
 * Folded documents are stored at once when the last store is long enough ago (`limits.projectionStoreEveryMs`), or when
 * a reader waits for them. Otherwise they are stored a little later, together with the next ones. Under load the same
 * documents change in every batch, and writing each of them each time is most of a read model's cost.
 */
import { categoryOf, type RecordedEvent } from '../../../kernel/event.ts';
import { Fault } from '../../../kernel/faults.ts';
import { limits } from '../../../kernel/limits.ts';
import type { Position } from '../../../kernel/position.ts';
import { ownerKey } from '../../../kernel/shard.ts';
import type { Clock, Logger, Timers } from '../../../ports/basics.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import type { EventFeed, FeedBatch } from '../../../ports/event-feed.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { EventCodec } from '../../../schema/event-codec.ts';
import { workspaceIn } from '../../../schema/stored-metadata.ts';
import { assertInOrder } from './feed-order.ts';
import type { HeldReadModel } from '../ownership/held-read-model.ts';
import { createModelStore, isHopeless } from './store-read-models.ts';

export type LaneDeps = {
  readonly feed: Pick<EventFeed, 'subscribe'>;
  readonly documents: Pick<DocumentStore, 'writeAll'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Whether a reader waits for a read model to move on. */
  readonly isAwaited: () => boolean;
  /** Of all read models, so that any of them can join any lane. */
  readonly categories: readonly string[];
  /** The read model has moved on; its checkpoint may still have to be saved. */
  readonly moved: (model: HeldReadModel) => void;
  /** Another process has taken it: it has left its lane. */
  readonly lost: (model: HeldReadModel) => void;
  /** It cannot go on: it has left its lane. */
  readonly broken: (model: HeldReadModel, error: Error) => void;
};

export type ProjectionLanes = {
  /** Takes read models along, until they are lost or broken, or `remove` is called. */
  add(models: readonly HeldReadModel[]): void;
  /** False when it had left before. */
  remove(model: HeldReadModel): boolean;
  /** Stores folded documents without delay: a reader waits for them. */
  hurry(): void;
  /** Resolves when the signal has aborted and every batch under way is done. */
  ended(): Promise<void>;
};

type Lane = {
  readonly models: Set<HeldReadModel>;
  applying: Promise<void> | undefined;
  /** Folded up to here, and not stored yet; undefined when everything is stored. */
  folded: Position | undefined;
  /** On the monotonic clock. */
  storedAt: number;
  /** Ends the lane's wait for another batch, so that it stores its documents. */
  due: PromiseWithResolvers<'due'>;
  timing: boolean;
};
/** `key`: of its workspace, where anything is cut by it. */
type Place = { readonly category: string; readonly key: number | undefined };
type Decoded = Place & { readonly event: RecordedEvent };

export const createProjectionLanes = (deps: LaneDeps): ProjectionLanes => {
  const { feed, codec, clock, timers, logger, signal, categories } = deps;
  const lanes = new Map<Lane, Promise<void>>();
  let main: Lane | undefined;

  const storeAll = createModelStore({
    documents: deps.documents,
    moved: deps.moved,
    lost: (model) => {
      if (remove(model)) deps.lost(model);
    },
    broken: (model, error) => breakOff(model, error),
  });

  const laneOf = (model: HeldReadModel): Lane | undefined => [...lanes.keys()].find(({ models }) => models.has(model));

  const remove = (model: HeldReadModel): boolean => {
    const was = laneOf(model)?.models.delete(model) ?? false;
    if (was) model.fold.discard();
    return was;
  };

  const breakOff = (model: HeldReadModel, error: Error): void => {
    if (remove(model)) deps.broken(model, error);
  };

  /** Only events that a member of the lane takes: of cut read models, most may be for other processes. */
  const decode = (lane: Lane, events: readonly StoredEvent[]): Decoded[] => {
    const models = [...lane.models];
    const isCut = models.some(({ shard }) => shard !== undefined);
    return events.flatMap((stored) => {
      const category = categoryOf(stored.stream);
      const key = isCut ? workspaceKeyOf(stored) : undefined;
      if (!models.some((model) => model.takes(category, key))) return [];
      try {
        return [{ category, key, event: codec.decode(stored) }];
      } catch (error) {
        // Read models that need the event cannot go on; the others ignore it.
        for (const model of models) if (model.takes(category, key)) breakOff(model, error as Error);
        return [];
      }
    });
  };

  /** Does something with the events that a model has not seen; ends it here when that is hopeless. */
  const withNews = async (
    model: HeldReadModel,
    events: readonly Decoded[],
    work: (news: readonly RecordedEvent[]) => Promise<void>,
  ): Promise<void> => {
    const position = model.position();
    const own = events.filter(({ category, key, event }) => model.takes(category, key) && event.position > position);
    if (own.length === 0) return;
    try {
      await work(own.map(({ event }) => event));
    } catch (error) {
      if (!isHopeless(error)) throw error;
      breakOff(model, error);
    }
  };

  /** Folds a part of a batch; the event loop gets its turn between two parts. */
  const foldPart = async (lane: Lane, part: readonly Decoded[]): Promise<void> => {
    for (const model of lane.models) await withNews(model, part, async (news) => model.fold.fold(news));
  };

  /** All documents of the batch are read at once: on a server each read costs as much as folding dozens of events. */
  const prepare = async (lane: Lane, decoded: readonly Decoded[]): Promise<void> => {
    const prepared = await Promise.allSettled(
      [...lane.models].map(async (model) => withNews(model, decoded, async (news) => model.fold.prepare(news))),
    );
    for (const one of prepared) if (one.status === 'rejected') throw one.reason;
  };

  const store = async (lane: Lane): Promise<void> => {
    const through = lane.folded;
    if (through === undefined) return;
    const behind = [...lane.models].filter((model) => model.position() < through);
    await storeAll(behind, through);
    lane.folded = undefined;
    lane.storedAt = clock.monotonic();
  };

  const apply = async (lane: Lane, { events, through }: FeedBatch): Promise<void> => {
    const parts: (readonly Decoded[])[] = [];
    for (let from = 0; from < events.length; from += limits.projectionTurnEventsMax) {
      if (from > 0) await timers.nextTurn();
      parts.push(decode(lane, events.slice(from, from + limits.projectionTurnEventsMax)));
    }
    await prepare(lane, parts.flat());
    for (const [index, part] of parts.entries()) {
      if (index > 0) await timers.nextTurn();
      await foldPart(lane, part);
    }
    lane.folded = through;
    const waitMs = lane.storedAt + limits.projectionStoreEveryMs - clock.monotonic();
    const full = [...lane.models].some((model) => model.fold.size() >= limits.projectionFoldDocumentsMax);
    if (waitMs <= 0 || full || deps.isAwaited()) await store(lane);
    else storeLater(lane, waitMs);
  };

  const storeLater = (lane: Lane, waitMs: number): void => {
    if (lane.timing) return;
    lane.timing = true;
    const ended = (): void => {
      lane.timing = false;
      lane.due.resolve('due');
    };
    timers.sleep(waitMs, signal).then(ended, ended);
  };

  /** Moves a lane into the main one if it has caught up; decided between two batches of the main lane. */
  const join = async (lane: Lane): Promise<boolean> => {
    if (main === undefined || main === lane || lane.folded !== undefined) return false;
    await main.applying?.catch(() => undefined);
    const reached = main.folded ?? startOf(main);
    if (main.applying !== undefined || reached === undefined || (startOf(lane) ?? '') < reached) return false;
    for (const model of lane.models) main.models.add(model);
    lane.models.clear();
    return true;
  };

  const inTurn = async (lane: Lane, work: Promise<void>): Promise<void> => {
    lane.applying = work.finally(() => {
      lane.applying = undefined;
    });
    await lane.applying;
  };

  /** Folds batch after batch, and stores in between; ends when nothing is left in the lane, or the feed ends. */
  const followBatches = async (lane: Lane, start: Position, batches: AsyncIterator<FeedBatch>): Promise<void> => {
    let seen = start;
    let next = batches.next();
    for (;;) {
      const arrived = await Promise.race([next, lane.due.promise]);
      if (arrived === 'due') {
        lane.due = Promise.withResolvers();
        await inTurn(lane, store(lane));
      } else if (arrived.done === true) {
        return;
      } else {
        assertInOrder(seen, arrived.value);
        seen = arrived.value.through;
        await inTurn(lane, apply(lane, arrived.value));
        next = batches.next();
        // A drop may come before the next look at it: it is seen there, and until then it is no stray one.
        next.catch(() => undefined);
      }
      if (lane.models.size === 0 || (await join(lane))) return;
    }
  };

  const follow = async (lane: Lane): Promise<void> => {
    const start = startOf(lane);
    if (start === undefined) return;
    const leaving = new AbortController();
    const options = { categories, batchMax: limits.projectionBatchEventsMax };
    const until = AbortSignal.any([signal, leaving.signal]);
    const batches = feed.subscribe(start, { ...options, signal: until })[Symbol.asyncIterator]();
    lane.folded = undefined;
    try {
      await followBatches(lane, start, batches);
    } finally {
      // Its wait for another batch, if it is in one, has to end before it can be left.
      leaving.abort();
      await batches.return?.();
    }
    if (lane.models.size > 0 && !signal.aborted) throw new Fault('unavailable', 'the feed has ended');
    await store(lane);
  };

  const drive = async (lane: Lane): Promise<void> => {
    for (let failures = 0; lane.models.size > 0 && !signal.aborted;) {
      const before = startOf(lane);
      try {
        await follow(lane);
      } catch (error) {
        for (const model of lane.models) model.fold.discard();
        failures = startOf(lane) === before ? failures + 1 : 1;
        const waits = limits.projectionBackoffMs;
        const wait = waits[Math.min(failures, waits.length) - 1] ?? 0;
        logger.warn({ err: error, failures, wait, from: before }, 'read models could not be written; they go on soon');
        await timers.sleep(wait, signal).catch(() => undefined);
      }
    }
    lanes.delete(lane);
  };

  const add = (models: readonly HeldReadModel[]): void => {
    if (models.length === 0 || signal.aborted) return;
    const lane: Lane = {
      models: new Set(models),
      applying: undefined,
      folded: undefined,
      storedAt: -Infinity,
      due: Promise.withResolvers(),
      timing: false,
    };
    if (main === undefined || main.models.size === 0) main = lane;
    lanes.set(lane, Promise.resolve());
    lanes.set(lane, drive(lane));
  };

  return Object.freeze({
    add,
    remove,
    hurry: () => {
      for (const lane of lanes.keys()) if (lane.folded !== undefined) lane.due.resolve('due');
    },
    ended: async () => {
      await Promise.all(lanes.values());
    },
  });
};

const workspaceKeyOf = ({ metadata }: StoredEvent): number | undefined => {
  const workspaceId = workspaceIn(metadata);
  return workspaceId === undefined ? undefined : ownerKey(workspaceId);
};

/** The position from which a lane reads: that of its read model furthest behind. */
const startOf = ({ models }: Lane): Position | undefined => {
  let least: Position | undefined;
  for (const model of models) if (least === undefined || model.position() < least) least = model.position();
  return least;
};
