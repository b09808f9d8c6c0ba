/**
 * Runs all read models of a process. Three ideas in three folders, each of which imports those before it:
 *
 * - `freshness/`: the place of each read model, the positions of its shards, and a board that tells readers;
 * - `folding/`: the held shards share lanes, each batch decoded once;
 * - `ownership/`: the owner of a shard has raised the fence of its checkpoint, and the others watch it.
 *
 * A fold that throws, or an event that cannot be read, breaks its read model alone, and loudly. It stays where it is:
 * to skip the event would make documents that no replay gives.
 */
import { again } from '../../kernel/again.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, START } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { Clock, Logger, Metrics, Timers, Turns } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { HeldReadModel } from './folding/hold-read-model.ts';
import { createProjectionLanes } from './folding/projection-lanes.ts';
import { saveCheckpoints } from './folding/store-read-models.ts';
import { createReadModelBoard, type ReadModels } from './freshness/read-model-freshness.ts';
import { createShardOwner } from './ownership/shard-owner.ts';

export type ProjectionRunnerDeps = {
  readonly feed: EventFeed;
  readonly documents: DocumentStore;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly timers: Timers;
  /** Of read models alone: readers wait for them. */
  readonly turns: Turns;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Shards of read models that no process has begun yet; those that are there keep theirs. */
  readonly shards: number;
  /** Names this process among the projectors, unlike any other. */
  readonly member: string;
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

/**
 * Takes over all read models that are not cut, and begins. It takes its share of the others as soon as it knows it.
 * Faults: those of the document store.
 */
export const runProjections = async (deps: ProjectionRunnerDeps): Promise<ProjectionRunner> => {
  const { projections, timers, logger, metrics } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const broken = new Map<string, Error>();
  const board = createReadModelBoard(projections, timers, {
    awaited: () => lanes.hurry(),
    asked: () => owner.asked(),
  });

  /** Read models at one position share a lane; none waits for one that has the whole log before it. */
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

  const owner = createShardOwner({
    ...deps,
    board,
    signal,
    taken: goAlong,
    leave: (model) => lanes.remove(model),
    // The event that could not be folded may be behind it now.
    settled: ({ name }) => broken.delete(name),
  });

  const lanes = createProjectionLanes({
    ...deps,
    signal,
    isAwaited: () => board.isAwaited(),
    categories: [...new Set(projections.flatMap((projection) => projection.categories))],
    moved: (model) => {
      board.show(model.projection.name, model.collection, model.shard ?? 0, model.position());
      metrics?.count('pi_projection_batches_total', { projection: model.projection.name });
    },
    lost: (model) => owner.lost(model),
    broken: (model, error) => {
      owner.broke(model);
      broken.set(model.projection.name, error);
      logger.error({ err: error, readModel: model.projection.name }, 'a read model cannot go on');
    },
  });

  const saved = {
    documents: deps.documents,
    lost: (model: HeldReadModel): void => void (lanes.remove(model) && owner.lost(model)),
  };
  const save = async (): Promise<void> => saveCheckpoints(saved, owner.all());

  // They are folded again from the checkpoints that are there; a projector that stays away is found to be gone.
  const failed = (error: unknown): void => logger.warn({ err: error }, 'read models: checkpoints could not be saved');

  try {
    await owner.start();
  } catch (error) {
    stopping.abort();
    await lanes.ended();
    throw error;
  }
  const saving = again({ timers, signal, restMs: () => limits.checkpointEveryMs, failed }, save);

  return Object.freeze({
    readModels: board,
    holds: (readModel: string) => new Set(owner.held(readModel).keys()),
    broken: () => broken,
    close: async () => {
      stopping.abort();
      board.close();
      await Promise.all([lanes.ended(), saving]);
      await save().catch(failed);
      await owner.leave().catch(failed);
    },
  });
};
