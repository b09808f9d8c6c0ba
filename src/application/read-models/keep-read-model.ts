/**
 * One read model in a process that writes read models, cut into shards or not.
 *
 * A shard that this process holds goes along in a lane. One that it does not hold is watched by its checkpoint, and
 * taken when it is wanted here (`shard-assignment.ts`), or when whoever holds it leaves events lying for
 * `limits.projectionTakeoverMs`. Whoever takes a shard raises its fence: that alone is what keeps it to one writer, and
 * the one before finds out at its next write. A read model that is not cut is taken by whoever starts.
 *
 * A collection that a rebuild has put in the place of another is noticed by the fence or by a look at the directory,
 * and taken up from its own checkpoints.
 */
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import { START } from '../../kernel/position.ts';
import { definitionOf } from '../../kernel/projection.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import { holdReadModel } from './held-read-model.ts';
import type { HeldReadModel } from './held-read-model.ts';
import { checkpointOf, positionsOf, readCheckpoints, shardsIn } from './read-model-directory.ts';
import type { Placement, ReadModelDirectory } from './read-model-directory.ts';
import type { ReadModelBoard } from './read-model-freshness.ts';

export type KeeperDeps = {
  readonly documents: DocumentStore;
  readonly directory: ReadModelDirectory;
  readonly board: ReadModelBoard;
  readonly feed: Pick<EventFeed, 'head'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Names this process among the projectors. */
  readonly member: string;
  /** Shards of a read model that nobody has begun yet. */
  readonly shards: number;
  /** How often what others hold is looked at: as often as somebody here waits for it. */
  readonly everyMs: number;
  /** Documents of this read model that are kept in memory. */
  readonly documentsMax: number;
  /** What was taken because nobody else went on with it. */
  readonly taken: (models: readonly HeldReadModel[]) => void;
  /** It is to go along no more; false when it had left its lane before. */
  readonly leave: (model: HeldReadModel) => boolean;
  /** The read model is here from now on. */
  readonly settled: (placement: Placement) => void;
};

export type ReadModelKeeper = {
  readonly projection: Projection;
  /** Finds out where the read model is. Answers what is held from the start: all of it, unless it is cut. */
  start(): Promise<readonly HeldReadModel[]>;
  shards(): number;
  /** What this process holds, by the number of the shard. */
  held(): ReadonlyMap<number, HeldReadModel>;
  /**
   * Takes those of the wanted shards that it does not hold and has not just lost, and answers them. Gives up those that
   * somebody else has taken. Does nothing with what is not cut.
   */
  take(wanted: ReadonlySet<number>): Promise<readonly HeldReadModel[]>;
  /** Another process has raised the fence. */
  lost(model: HeldReadModel): void;
  /** It cannot go on, here: it stays where it is. */
  broke(model: HeldReadModel): void;
  /** Watches what others hold, until the signal aborts. */
  watch(): Promise<void>;
};

/** A shard that is not held here. Times are monotonic ms. */
type Watched = { seen: Position | undefined; movedAt: number; readonly lostAt: number };

export const createReadModelKeeper = (deps: KeeperDeps, projection: Projection): ReadModelKeeper => {
  const { documents, directory, board, feed, clock, timers, logger, signal } = deps;
  const { name } = projection;
  let collection = '';
  let shards = 1;
  const held = new Map<number, HeldReadModel>();
  const others = new Map<number, Watched>();
  /** Written here until somebody else was seen to write it; what is not cut is taken up again where it is moved to. */
  let ours = true;
  let waking = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();

  /** One thing after another: what is taken is taken once. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    return work().finally(resolve);
  };

  const hold = async (shard: number): Promise<HeldReadModel> => {
    const part = { collection, shards, holder: deps.member, ...(shards === 1 ? {} : { only: shard }) };
    const documentsMax = Math.max(Math.ceil(deps.documentsMax / shards), limits.projectionCacheDocumentsMin);
    const model = await holdReadModel(documents, projection, part, documentsMax);
    others.delete(shard);
    held.set(shard, model);
    ours = true;
    board.show(name, collection, shard, model.position());
    return model;
  };

  /** Those that could be; throws when none could. */
  const holdAll = async (numbers: readonly number[]): Promise<readonly HeldReadModel[]> => {
    if (signal.aborted) return [];
    const tried = await Promise.allSettled(numbers.map(hold));
    const models = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = tried.find((one) => one.status === 'rejected');
    if (failed === undefined) return models;
    if (models.length === 0) throw failed.reason;
    logger.warn({ err: failed.reason, readModel: name }, 'some shards of a read model could not be taken');
    return models;
  };

  /** Takes up what the directory names. Answers what is held of it at once. */
  const settle = async (found: Placement): Promise<readonly HeldReadModel[]> => {
    const positions = await positionsOf(documents, found);
    await documents.declare(definitionOf(projection, found.current));
    for (const model of held.values()) deps.leave(model);
    held.clear();
    collection = found.current;
    const wasCut = shards > 1;
    shards = shardsIn(found, collection);
    others.clear();
    const movedAt = clock.monotonic();
    positions.forEach((_, shard) => others.set(shard, { seen: undefined, movedAt, lostAt: -Infinity }));
    board.place(name, collection, positions);
    deps.settled(found);
    // Nobody had all of what was cut: one of those who try will have it.
    return shards === 1 && (ours || wasCut) ? holdAll([0]) : [];
  };

  /** Of those that others hold, the shards that nobody goes on with, though there is something to go on with. */
  const findStalled = async (): Promise<readonly number[]> => {
    const watched = [...others];
    const names = watched.map(([number]) => checkpointOf(collection, { number, of: shards }));
    const positions = (await readCheckpoints(documents, names)).map((checkpoint) => checkpoint?.position ?? START);
    const now = clock.monotonic();
    const still = watched.filter(([shard, one], index) => {
      const position = positions[index] ?? START;
      board.show(name, collection, shard, position);
      if (position !== one.seen) Object.assign(one, { seen: position, movedAt: now });
      return now - one.movedAt >= limits.projectionTakeoverMs;
    });
    const head = still.length === 0 ? START : await feed.head();
    return still.filter(([, { seen = START }]) => head > seen).map(([shard]) => shard);
  };

  const look = async (): Promise<readonly HeldReadModel[]> => {
    // Its entry may be gone with the whole store: then it is begun as at the start.
    const found = await directory.begin(projection, deps.shards);
    if (found.current !== collection || shardsIn(found, found.current) !== shards) return settle(found);
    if (others.size > 0) ours = false;
    return holdAll(await findStalled());
  };

  const watch = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted;) {
      const waits = limits.projectionBackoffMs;
      const rest = others.size > 0 ? deps.everyMs : limits.readModelDirectoryPollMs;
      const wait = failures === 0 ? rest : (waits[Math.min(failures, waits.length) - 1] ?? 0);
      await timers.sleep(wait, AbortSignal.any([signal, waking.signal])).catch(() => undefined);
      waking = new AbortController();
      if (signal.aborted) return;
      try {
        const models = await inTurn(look);
        if (models.length > 0) deps.taken(models);
        failures = 0;
      } catch (error) {
        failures += 1;
        logger.warn({ err: error, readModel: name }, 'read models: the store does not answer');
      }
    }
  };

  const lost = (model: HeldReadModel): void => {
    const shard = model.shard ?? 0;
    // Of what was held before a rebuild, nothing is left here.
    if (held.get(shard) !== model) return;
    held.delete(shard);
    const now = clock.monotonic();
    others.set(shard, { seen: undefined, movedAt: now, lostAt: now });
    logger.info({ readModel: name, collection, shard }, 'a read model is written elsewhere now');
    waking.abort();
  };

  /** Whoever has nothing to write would not feel the fence. */
  const giveUp = async (): Promise<void> => {
    const own = [...held.values()].flatMap((model) => model.fences.map(({ name, fence }) => ({ model, name, fence })));
    const found = await readCheckpoints(
      documents,
      own.map((one) => one.name),
    );
    for (const [index, { model, fence }] of own.entries()) {
      if (found[index]?.fence !== fence && deps.leave(model)) lost(model);
    }
  };

  const take = async (wanted: ReadonlySet<number>): Promise<readonly HeldReadModel[]> => {
    if (shards === 1) return [];
    await giveUp();
    return holdAll([...others.keys()].filter((shard) => isWanted(shard, wanted)));
  };

  /** Whoever has taken it may know members that this process does not know yet: they come to agree meanwhile. */
  const isWanted = (shard: number, wanted: ReadonlySet<number>): boolean => {
    const lostAt = others.get(shard)?.lostAt;
    return wanted.has(shard) && lostAt !== undefined && clock.monotonic() - lostAt >= limits.memberSilenceMaxMs;
  };

  return Object.freeze({
    projection,
    start: async () => {
      const models = await inTurn(async () => settle(await directory.begin(projection, deps.shards)));
      const setting = deps.shards;
      if (shards !== setting) logger.info({ readModel: name, shards, setting }, 'only a rebuild changes the shards');
      return models;
    },
    shards: () => shards,
    held: () => held,
    take: async (wanted: ReadonlySet<number>) => inTurn(async () => take(wanted)),
    lost,
    broke: (model: HeldReadModel) => {
      const shard = model.shard ?? 0;
      if (held.get(shard) === model) held.delete(shard);
    },
    watch,
  });
};
