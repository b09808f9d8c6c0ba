/**
 * Which shards of all read models this process writes. It reads their checkpoints in the store, beats among the other
 * projectors, and takes its share.
 *
 * The shards of the same number of all read models have one projector, as long as all are well. It reads the log once
 * for all of them.
 */
import { again } from '../../../kernel/again.ts';
import { limits } from '../../../kernel/limits.ts';
import type { Projection } from '../../../kernel/projection.ts';
import { createMembership } from '../../../messaging/membership.ts';
import { shareOf } from '../../../messaging/shares.ts';
import type { Timers } from '../../../ports/basics.ts';
import type { HeldReadModel } from '../folding/hold-read-model.ts';
import { createLook, createLookPace } from '../freshness/look-at-read-models.ts';
import { createReadModelDirectory, dropRetiredOf, type Placement } from '../freshness/read-model-directory.ts';
import { createReadModelKeeper, type KeeperDeps, type ReadModelKeeper } from './read-model-keeper.ts';

type OwnerDeps = Omit<KeeperDeps, 'documentsMax' | 'doubt' | 'settled'> & {
  readonly projections: readonly Projection[];
  readonly timers: Timers;
  /** The shards that this process writes from now on. */
  readonly taken: (models: readonly HeldReadModel[]) => void;
  /** The read model is at a place where it was not before. */
  readonly settled: (projection: Projection) => void;
};

type ShardOwner = {
  /** Takes all that is not cut, and its share of the others as soon as it knows it. Faults: those of the store. */
  start(): Promise<void>;
  held(readModel: string): ReadonlyMap<number, HeldReadModel>;
  all(): readonly HeldReadModel[];
  /** A reader asks how far a read model is. */
  asked(): void;
  /** Another process has raised the fence. */
  lost(model: HeldReadModel): void;
  /** It cannot go on, here: it stays where it is. */
  broke(model: HeldReadModel): void;
  /** After the signal: waits for work under way, and tells the other projectors. */
  leave(): Promise<void>;
};

/** The group that all projectors are members of. */
const PROJECTORS = 'projectors';

export const createShardOwner = (deps: OwnerDeps): ShardOwner => {
  const { documents, projections, clock, timers, logger, signal, member, board } = deps;
  const directory = createReadModelDirectory(documents);
  const membership = createMembership({ store: documents.members, clock, group: PROJECTORS, member });
  const looking = createLook(documents, projections, async (some) => directory.beginAll(some, deps.shards));
  const running = new Set<Promise<void>>();
  const pace = createLookPace(() => board.isAwaited());
  let turn: Promise<unknown> = Promise.resolve();

  const failed = (error: unknown): void => logger.warn({ err: error }, 'read models: the store does not answer');

  const goOn = (work: Promise<void>): void => {
    const promise = work.finally(() => running.delete(promise));
    running.add(promise);
  };

  /** Until it was done once. */
  const dropLater = (projection: Projection, placement: Placement): void => {
    const done = new AbortController();
    const drop = async (): Promise<void> => {
      await dropRetiredOf(documents, directory, projection, placement);
      done.abort();
    };
    const until = AbortSignal.any([signal, done.signal]);
    goOn(again({ timers, signal: until, restMs: () => limits.retiredCollectionMs, failed }, drop));
  };

  const keeping = {
    ...deps,
    documentsMax: Math.ceil(limits.projectionCacheDocumentsMax / projections.length),
    /** Something has moved: it is looked for at once. */
    doubt: (): void => {
      looking.doubt();
      pace.hurry();
    },
  };
  const keeperOf = (projection: Projection): ReadModelKeeper => {
    const settled = (placement: Placement): void => {
      deps.settled(projection);
      if (placement.retired.length > 0) dropLater(projection, placement);
    };
    return createReadModelKeeper({ ...keeping, settled }, projection);
  };
  const keepers = new Map(projections.map((projection) => [projection.name, keeperOf(projection)]));
  const all = [...keepers.values()];

  /** One after another: each shard is taken once. Taken shards count, also when others failed. */
  const taking = async (work: () => Promise<readonly Promise<readonly HeldReadModel[]>[]>): Promise<void> => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    try {
      const tried = await Promise.allSettled(await work());
      deps.taken(tried.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
      for (const one of tried) if (one.status === 'rejected') throw one.reason;
    } finally {
      resolve();
    }
  };

  const look = async (sinceMs: number): Promise<void> =>
    taking(async () => {
      pace.began();
      const seen = await looking.look(sinceMs);
      return seen.map(async (one) => keepers.get(one.projection.name)?.see(one) ?? []);
    });

  const share = async (): Promise<void> => {
    const shards = Math.max(...all.map((keeper) => keeper.shards()));
    const alive = shards === 1 ? undefined : await membership.beat();
    if (alive === undefined) return;
    const wanted = shareOf(member, alive, shards);
    await taking(async () => all.map(async (keeper) => keeper.take(wanted)));
  };

  const isShared = (): boolean => all.some((keeper) => keeper.isShared());

  const restMs = (): number => (isShared() ? pace.restMs() : limits.readModelDirectoryPollMs);

  const keeperWith = ({ projection }: HeldReadModel): ReadModelKeeper | undefined => keepers.get(projection.name);

  return Object.freeze({
    start: async () => {
      await directory.declare();
      await look(0);
      await share().catch(failed);
      goOn(again({ timers, signal, restMs, waking: pace.waking, failed }, look));
      goOn(again({ timers, signal, restMs: () => limits.memberBeatMs, failed }, share));
    },
    held: (readModel: string) => keepers.get(readModel)?.held() ?? new Map<number, HeldReadModel>(),
    all: () => all.flatMap((keeper) => [...keeper.held().values()]),
    asked: pace.asked,
    lost: (model: HeldReadModel) => keeperWith(model)?.lost(model),
    broke: (model: HeldReadModel) => keeperWith(model)?.broke(model),
    leave: async () => {
      await Promise.all(running);
      await membership.leave();
    },
  });
};
