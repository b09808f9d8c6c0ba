/**
 * Runs all read models of a process.
 *
 * held      This process has raised the fence of a checkpoint and writes it, in a lane (`projection-lanes.ts`) with
 *           the others.
 * watched   Another process has raised the fence (`keep-read-model.ts`). It is taken over when it does not go on; of
 *           read models that are cut into shards, also when its shard is this process's share of them.
 * broken    The fold threw, or an event of its categories cannot be read. It stays where it is, loudly: to skip the
 *           event would make documents that no replay gives. The others go on.
 *
 * The shards of the same number of all read models go to the same projector, as long as all of them are well: it reads
 * the log once for all of them.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, START } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import { createMembership } from '../../messaging/membership.ts';
import { shareOf } from '../../messaging/shares.ts';
import type { Clock, Logger, Metrics, Timers } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { HeldReadModel } from './held-read-model.ts';
import { createReadModelKeeper } from './keep-read-model.ts';
import type { ReadModelKeeper } from './keep-read-model.ts';
import { createProjectionLanes } from './projection-lanes.ts';
import { createReadModelDirectory, dropRetiredOf } from './read-model-directory.ts';
import type { Placement } from './read-model-directory.ts';
import { createReadModelBoard } from './read-model-freshness.ts';
import type { ReadModels } from './read-model-freshness.ts';

export type ProjectionRunnerDeps = {
  readonly feed: EventFeed;
  readonly documents: DocumentStore;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Shards of read models that nobody has begun yet; those that are there keep theirs. */
  readonly shards: number;
  /** Names this process among the projectors, unlike any other. */
  readonly member: string;
  /** How often it looks how far others have come; `limits.readModelPollMs` unless stated. */
  readonly everyMs?: number;
};

export type ProjectionRunner = {
  readonly readModels: ReadModels;
  /** The shards of a read model that this process holds; shard 0 is all of one that is not cut. */
  holds(readModel: string): ReadonlySet<number>;
  /** Read models that cannot go on, and why; readiness is red while there are any. */
  broken(): ReadonlyMap<string, Error>;
  /** Stops after the batch under way, and writes the checkpoints. */
  close(): Promise<void>;
};

/** The group that all projectors are members of. */
const PROJECTORS = 'projectors';

/**
 * Takes over all read models that are not cut, and its share of the others as soon as it knows it, and begins. Faults:
 * those of the document store.
 */
export const runProjections = async (deps: ProjectionRunnerDeps): Promise<ProjectionRunner> => {
  const { feed, documents, codec, projections, clock, timers, logger, metrics, member } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const board = createReadModelBoard(projections, timers, () => lanes.hurry());
  const directory = createReadModelDirectory(documents);
  const membership = createMembership({ store: documents.members, clock, group: PROJECTORS, member });
  const broken = new Map<string, Error>();
  /** What runs by itself: a close waits for it. */
  const running = new Set<Promise<void>>();
  let saving = false;

  /** Does something beside the lanes, again and again until it works. */
  const see = (what: string, work: () => Promise<void>): void => {
    const promise = persist(what, work).finally(() => running.delete(promise));
    running.add(promise);
  };

  const persist = async (what: string, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        logger.warn({ err: error, what }, 'read models: the store does not answer');
        await pause(limits.projectionBackoffMs.at(-1) ?? 0);
      }
    }
  };

  const pause = async (ms: number): Promise<void> => timers.sleep(ms, signal).catch(() => undefined);

  /** What stands at one place goes along together; nobody waits for what has the whole log before it. */
  const goAlong = (models: readonly HeldReadModel[]): void => {
    const newest = models.map((model) => model.position()).reduce(laterOf, START);
    const {
      ahead = [],
      behind = [],
      new: fresh = [],
    } = Object.groupBy(models, (model) => {
      if (model.position() === newest) return 'ahead';
      return model.position() === START ? 'new' : 'behind';
    });
    for (const group of [ahead, behind, fresh]) lanes.add(group);
  };

  const { everyMs = limits.readModelPollMs } = deps;
  const looking = { clock, timers, logger, signal, member, shards: deps.shards, everyMs };
  const keeping = { ...looking, documents, directory, board, feed };
  const keepers = new Map<string, ReadModelKeeper>(
    projections.map((projection) => [
      projection.name,
      createReadModelKeeper(
        {
          ...keeping,
          documentsMax: Math.ceil(limits.projectionCacheDocumentsMax / projections.length),
          taken: goAlong,
          leave: (model) => lanes.remove(model),
          settled: (placement) => {
            // What could not be folded may be behind it now.
            broken.delete(projection.name);
            if (placement.retired.length > 0) see('drop', async () => drop(projection, placement));
          },
        },
        projection,
      ),
    ]),
  );

  const drop = async (projection: Projection, placement: Placement): Promise<void> => {
    await pause(limits.retiredCollectionMs);
    if (!signal.aborted) await dropRetiredOf(documents, directory, projection, placement);
  };

  const keeperOf = ({ projection }: HeldReadModel): ReadModelKeeper => keepers.get(projection.name) as ReadModelKeeper;

  /** Checkpoints of read models that had nothing to write are saved together, a little later. */
  const saveSoon = (): void => {
    if (saving || signal.aborted) return;
    saving = true;
    see('save', async () => {
      await pause(limits.checkpointEveryMs);
      saving = false;
      await saveAll();
    });
  };

  const saveAll = async (): Promise<void> => {
    const held = [...keepers.values()].flatMap((keeper) => [...keeper.held().values()]);
    await Promise.all(
      held.map(async (model) => {
        try {
          await model.save();
        } catch (error) {
          if (!isFault(error, 'conflict')) throw error;
          if (lanes.remove(model)) keeperOf(model).lost(model);
        }
      }),
    );
  };

  const lanes = createProjectionLanes({
    feed,
    documents,
    codec,
    clock,
    timers,
    logger,
    signal,
    isAwaited: () => board.isAwaited(),
    categories: [...new Set(projections.flatMap((projection) => projection.categories))],
    moved: (model) => {
      board.show(model.projection.name, model.collection, model.shard ?? 0, model.position());
      metrics?.count('pi_projection_batches_total', { projection: model.projection.name });
      saveSoon();
    },
    lost: (model) => keeperOf(model).lost(model),
    broken: (model, error) => {
      keeperOf(model).broke(model);
      broken.set(model.projection.name, error);
      logger.error({ err: error, readModel: model.projection.name }, 'a read model cannot go on');
    },
  });

  /** Takes this process's share of what is cut. */
  const share = async (): Promise<void> => {
    const shards = Math.max(...[...keepers.values()].map((keeper) => keeper.shards()));
    const alive = shards === 1 ? undefined : await membership.beat();
    if (alive === undefined) return;
    const wanted = shareOf(member, alive, shards);
    const tried = await Promise.allSettled([...keepers.values()].map(async (keeper) => keeper.take(wanted)));
    goAlong(tried.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
    for (const one of tried) if (one.status === 'rejected') throw one.reason;
  };

  const tryToShare = async (): Promise<void> =>
    share().catch((error: unknown) =>
      logger.warn({ err: error, what: 'share' }, 'read models: the store does not answer'),
    );

  const goOnSharing = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(limits.memberBeatMs);
      if (!signal.aborted) await tryToShare();
    }
  };

  await directory.declare();
  goAlong((await Promise.all([...keepers.values()].map(async (keeper) => keeper.start()))).flat());
  await tryToShare();
  for (const keeper of keepers.values()) see('watch', async () => keeper.watch());
  see('share', goOnSharing);

  return Object.freeze({
    readModels: board,
    holds: (readModel: string) => new Set(keepers.get(readModel)?.held().keys()),
    broken: () => broken,
    close: async () => {
      stopping.abort();
      board.close();
      await lanes.ended();
      await Promise.all(running);
      for (const last of [saveAll, async () => membership.leave()]) {
        await last().catch((error: unknown) => {
          // They are folded again from the checkpoints that are there; who stays away is found to be gone.
          logger.warn({ err: error }, 'read models: the last checkpoints could not be saved');
        });
      }
    },
  });
};
