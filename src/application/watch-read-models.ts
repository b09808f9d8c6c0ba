/** Follows read models that other processes write, by their checkpoints. */
import { limits } from '../kernel/limits.ts';
import { definitionOf } from '../kernel/projection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Logger, Timers } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { createReadModelDirectory, positionsOf } from './read-model-directory.ts';
import type { ReadModelDirectory } from './read-model-directory.ts';
import { createReadModelBoard } from './read-model-freshness.ts';
import type { ReadModelBoard, ReadModels } from './read-model-freshness.ts';

export type WatchDeps = {
  readonly documents: DocumentStore;
  readonly timers: Timers;
  readonly logger: Logger;
};

export type ReadModelWatch = { readonly readModels: ReadModels; close(): Promise<void> };

/** For a process that reads all read models and writes none. */
export const watchReadModels = async (deps: WatchDeps, projections: readonly Projection[]): Promise<ReadModelWatch> => {
  const stopping = new AbortController();
  const board = createReadModelBoard(projections, deps.timers);
  const directory = createReadModelDirectory(deps.documents);
  await directory.declare();
  const watches = projections.map(async (one) => watchReadModel({ ...deps, board, directory }, one, stopping.signal));
  return Object.freeze({
    readModels: board,
    close: async () => {
      stopping.abort();
      board.close();
      await Promise.all(watches);
    },
  });
};

type BoardDeps = WatchDeps & { readonly directory: ReadModelDirectory; readonly board: ReadModelBoard };

/** Shows on the board how far one read model is, until the signal aborts. */
const watchReadModel = async (
  { documents, directory, board, timers, logger }: BoardDeps,
  projection: Projection,
  signal: AbortSignal,
): Promise<void> => {
  let declared = '';
  const look = async (): Promise<void> => {
    const placement = await directory.find(projection);
    const { current } = placement;
    if (declared !== current) await documents.declare(definitionOf(projection, current));
    declared = current;
    board.place(projection.name, current, await positionsOf(documents, placement));
  };
  while (!signal.aborted) {
    try {
      await look();
    } catch (error) {
      logger.warn({ readModel: projection.name, err: error }, 'the checkpoint of a read model cannot be read');
    }
    await timers.sleep(limits.readModelPollMs, signal).catch(() => undefined);
  }
};
