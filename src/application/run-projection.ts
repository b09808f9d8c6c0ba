/**
 * Runs all read models of a process.
 *
 * held      This process has raised the fence of the read model's checkpoint and writes it, in a lane
 *           (`projection-lanes.ts`) with the others.
 * standby   Another process has raised the fence. It is watched; when it leaves events lying for
 *           `limits.projectionTakeoverMs`, the read model is taken over: held again.
 * broken    The fold threw, or an event of its categories cannot be read. It stays where it is, loudly: to skip the
 *           event would make documents that no replay gives. The others go on.
 *
 * A collection that a rebuild has put in the place of another is noticed by the fence or by a look at the directory,
 * and taken up from its own checkpoint; the one whose place it took is dropped a little later.
 */
import { isFault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import { laterOf } from '../kernel/position.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Clock, Logger, Metrics, Timers } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import type { EventCodec } from '../schema/event-codec.ts';
import { holdReadModel } from './held-read-model.ts';
import type { HeldReadModel } from './held-read-model.ts';
import { createProjectionLanes } from './projection-lanes.ts';
import { checkpointOf, createReadModelDirectory } from './read-model-directory.ts';
import type { Placement } from './read-model-directory.ts';
import { createReadModelBoard } from './read-model-freshness.ts';
import type { ReadModels } from './read-model-freshness.ts';
import { watchReadModel } from './watch-read-models.ts';

export type ProjectionRunnerDeps = {
  readonly feed: EventFeed;
  readonly documents: DocumentStore;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly metrics?: Metrics;
};

export type ProjectionRunner = {
  readonly readModels: ReadModels;
  /** Read models that cannot go on, and why; readiness is red while there are any. */
  broken(): ReadonlyMap<string, Error>;
  /** Stops after the batch under way, and writes the checkpoints. */
  close(): Promise<void>;
};

/** Takes all read models over and begins; answers once they are held. Faults: those of the document store. */
export const runProjections = async (deps: ProjectionRunnerDeps): Promise<ProjectionRunner> => {
  const { feed, documents, codec, projections, clock, timers, logger, metrics } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const board = createReadModelBoard(projections, timers, () => lanes.hurry());
  const directory = createReadModelDirectory(documents);
  const held = new Map<string, HeldReadModel>();
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

  const show = (model: HeldReadModel): void => {
    const { name } = model.projection;
    // One that was lost may still be writing: it has nothing to say any more.
    if (held.get(name) === model) board.show(name, model.collection, model.position());
  };

  const hold = async (projection: Projection): Promise<HeldReadModel> => {
    const placement = await directory.find(projection);
    const model = await holdReadModel(
      documents,
      projection,
      placement.current,
      Math.ceil(limits.projectionCacheDocumentsMax / projections.length),
    );
    held.set(projection.name, model);
    show(model);
    if (placement.retired.length > 0) see('drop', async () => dropRetired(projection, placement));
    return model;
  };

  const dropRetired = async (projection: Projection, placement: Placement): Promise<void> => {
    await pause(limits.retiredCollectionMs);
    if (signal.aborted) return;
    for (const collection of placement.retired) await documents.drop(collection, checkpointOf(collection));
    await directory.change(projection, placement, { ...placement, retired: [] });
  };

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
    await Promise.all(
      [...held.values()].map(async (model) => {
        try {
          await model.save();
        } catch (error) {
          if (!isFault(error, 'conflict')) throw error;
          if (lanes.remove(model)) lost(model);
        }
      }),
    );
  };

  const lost = (model: HeldReadModel): void => {
    const { projection } = model;
    held.delete(projection.name);
    logger.info({ readModel: projection.name, collection: model.collection }, 'a read model is written elsewhere now');
    see('standby', async () => {
      const { current } = await directory.find(projection);
      // A rebuild has fenced the old collection off: the new one waits for a writer.
      const stalled =
        current !== model.collection ||
        (await watchReadModel({ documents, directory, board, clock, timers, logger }, projection, signal, feed));
      if (!signal.aborted && stalled) lanes.add([await hold(projection)]);
    });
  };

  const lanes = createProjectionLanes({
    feed,
    codec,
    clock,
    timers,
    logger,
    signal,
    isAwaited: () => board.isAwaited(),
    categories: [...new Set(projections.flatMap((projection) => projection.categories))],
    moved: (model) => {
      show(model);
      metrics?.count('pi_projection_batches_total', { projection: model.projection.name });
      saveSoon();
    },
    lost,
    broken: (model, error) => {
      held.delete(model.projection.name);
      broken.set(model.projection.name, error);
      logger.error({ err: error, readModel: model.projection.name }, 'a read model cannot go on');
    },
  });

  /** An idle process writes nothing and would not feel the fence. */
  const watchDirectory = async (): Promise<void> => {
    for (;;) {
      await pause(limits.readModelDirectoryPollMs);
      if (signal.aborted) return;
      for (const model of held.values()) {
        const { current } = await directory.find(model.projection);
        if (current !== model.collection && lanes.remove(model)) lost(model);
      }
    }
  };

  await directory.declare();
  const models = await Promise.all(projections.map(hold));
  const newest = models.map((model) => model.position()).reduce(laterOf, '');
  lanes.add(models.filter((model) => model.position() === newest));
  lanes.add(models.filter((model) => model.position() !== newest));
  see('directory', watchDirectory);

  return Object.freeze({
    readModels: board,
    broken: () => broken,
    close: async () => {
      stopping.abort();
      board.close();
      await lanes.ended();
      await Promise.all(running);
      await saveAll().catch((error: unknown) => {
        // They are folded again from the checkpoints that are there.
        logger.warn({ err: error }, 'read models: the last checkpoints could not be saved');
      });
    },
  });
};
