/**
 * Which shards of one read model this process writes, cut or not.
 *
 * A shard that this process holds is folded in a lane. Another shard is watched by its checkpoint. It is taken when it
 * is this process's share, or when its holder leaves events unfolded for `limits.projectionTakeoverMs`. Taking a shard
 * raises its fence: the fence alone keeps it to one writer. The holder before is refused at its next write, or sees the
 * fence. Every process that starts takes a read model that is not cut.
 *
 * A collection that a rebuild has put in the place of another is taken up from its own checkpoints.
 */
import { limits } from '../../../kernel/limits.ts';
import { type Position, START } from '../../../kernel/position.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { Clock, Logger, Turns } from '../../../ports/basics.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import type { EventFeed } from '../../../ports/event-feed.ts';
import { type HeldReadModel, holdReadModel } from '../folding/hold-read-model.ts';
import { positionsIn, type Seen } from '../freshness/look-at-read-models.ts';
import { type Placement, shardsIn } from '../freshness/read-model-directory.ts';
import type { ReadModelBoard } from '../freshness/read-model-freshness.ts';

export type KeeperDeps = {
  readonly documents: DocumentStore;
  readonly board: ReadModelBoard;
  readonly feed: Pick<EventFeed, 'head'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly turns: Turns;
  readonly logger: Logger;
  /** Ends the background loop. */
  readonly signal: AbortSignal;
  /** Names this process among the projectors. */
  readonly member: string;
  /** Shards of a read model that no process has begun yet; an existing one keeps its own number. */
  readonly shards: number;
  /** Documents of this read model that are kept in memory. */
  readonly documentsMax: number;
  /** Takes it out of its lane; false when it had left before. */
  readonly leave: (model: HeldReadModel) => boolean;
  /** A shard has gone to another process, or the read model to another place: a look tells. */
  readonly doubt: () => void;
  /** The read model is here from now on. */
  readonly settled: (placement: Placement) => void;
};

export type ReadModelKeeper = {
  readonly projection: Projection;
  shards(): number;
  /** The read models that this process holds, by the number of the shard. */
  held(): ReadonlyMap<number, HeldReadModel>;
  /** Whether another process holds some of it, as far as this one knows. */
  isShared(): boolean;
  /**
   * Reads the state in the store: gives up shards that another process has taken. Answers the shards that it has taken
   * itself, because the read model has moved, or because its holder stopped.
   */
  see(seen: Seen): Promise<readonly HeldReadModel[]>;
  /** Takes those of the wanted shards that it does not hold and has not just lost; none of an uncut read model. */
  take(wanted: ReadonlySet<number>): Promise<readonly HeldReadModel[]>;
  /** Another process has raised the fence. */
  lost(model: HeldReadModel): void;
  /** It cannot go on, here: it stays where it is. */
  broke(model: HeldReadModel): void;
};

/** A shard that is not held here. Times are monotonic ms. */
type Watched = { seen: Position | undefined; movedAt: number; readonly lostAt: number };

export const createReadModelKeeper = (deps: KeeperDeps, projection: Projection): ReadModelKeeper => {
  const { documents, board, feed, clock, logger, signal } = deps;
  const { name } = projection;
  let collection = '';
  let shards = 1;
  const held = new Map<number, HeldReadModel>();
  const others = new Map<number, Watched>();
  /** Written here until another process was seen to write it; an uncut read model is taken up at its new position. */
  let ours = true;

  const hold = async (shard: number): Promise<HeldReadModel> => {
    const part = { collection, shards, holder: deps.member, ...(shards === 1 ? {} : { only: shard }) };
    const documentsMax = Math.max(Math.ceil(deps.documentsMax / shards), limits.projectionCacheDocumentsMin);
    const model = await holdReadModel(documents, projection, part, { documentsMax, turns: deps.turns });
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

  const settle = async ({ placement }: Seen, positions: readonly Position[]): Promise<readonly HeldReadModel[]> => {
    for (const model of held.values()) deps.leave(model);
    held.clear();
    others.clear();
    const wasCut = shards > 1;
    collection = placement.current;
    shards = positions.length;
    if (shards !== deps.shards) {
      logger.info({ readModel: name, shards, setting: deps.shards }, 'only a rebuild changes the shards');
    }
    const movedAt = clock.monotonic();
    positions.forEach((_, shard) => others.set(shard, { seen: undefined, movedAt, lostAt: -Infinity }));
    board.place(name, collection, positions);
    deps.settled(placement);
    // No process had all of a cut read model: one of those that try will have it.
    return shards === 1 && (ours || wasCut) ? holdAll([0]) : [];
  };

  /** Of those that others hold, the shards that do not move, though there is something to fold. */
  const findStalled = async (positions: readonly Position[]): Promise<readonly number[]> => {
    const now = clock.monotonic();
    const still = [...others].filter(([shard, one]) => {
      const position = positions[shard] ?? START;
      if (position !== one.seen) Object.assign(one, { seen: position, movedAt: now });
      return now - one.movedAt >= limits.projectionTakeoverMs;
    });
    const head = still.length === 0 ? START : await feed.head();
    return still.filter(([, { seen = START }]) => head > seen).map(([shard]) => shard);
  };

  const lost = (model: HeldReadModel): void => {
    const shard = model.shard ?? 0;
    // Nothing held before a rebuild is left here.
    if (held.get(shard) !== model) return;
    held.delete(shard);
    const now = clock.monotonic();
    others.set(shard, { seen: undefined, movedAt: now, lostAt: now });
    logger.info({ readModel: name, collection, shard }, 'a read model is written elsewhere now');
    deps.doubt();
  };

  /** A holder that has nothing to write would not feel the fence. */
  const giveUp = ({ checkpoints }: Seen): void => {
    for (const [shard, model] of held) {
      if (checkpoints[shard]?.fence !== model.fences[0]?.fence && deps.leave(model)) lost(model);
    }
  };

  /** A process that has taken it may know members that this one does not know yet: they agree meanwhile. */
  const isWanted = (shard: number, wanted: ReadonlySet<number>): boolean => {
    const lostAt = others.get(shard)?.lostAt;
    return wanted.has(shard) && lostAt !== undefined && clock.monotonic() - lostAt >= limits.memberSilenceMaxMs;
  };

  return Object.freeze({
    projection,
    shards: () => shards,
    held: () => held,
    isShared: () => others.size > 0,
    see: async (seen: Seen) => {
      const { placement, isFresh } = seen;
      const positions = positionsIn(seen);
      if (placement.current !== collection || shardsIn(placement, collection) !== shards)
        return settle(seen, positions);
      giveUp(seen);
      if (isFresh && others.size > 0) ours = false;
      board.place(name, collection, positions);
      return holdAll(await findStalled(positions));
    },
    take: async (wanted: ReadonlySet<number>) =>
      shards === 1 ? [] : holdAll([...others.keys()].filter((shard) => isWanted(shard, wanted))),
    lost,
    broke: (model: HeldReadModel) => {
      const shard = model.shard ?? 0;
      if (held.get(shard) === model) held.delete(shard);
    },
  });
};
