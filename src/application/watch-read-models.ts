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
  /** How often it looks; `limits.readModelPollMs` unless stated. */
  readonly everyMs?: number;
};

export type ReadModelWatch = { readonly readModels: ReadModels; close(): Promise<void> };

/**
 * For a process that reads all read models and writes none. Where each of them is, is known when this resolves. Faults:
 * those of the store, until then.
 */
export const watchReadModels = async (deps: WatchDeps, projections: readonly Projection[]): Promise<ReadModelWatch> => {
  const stopping = new AbortController();
  const board = createReadModelBoard(projections, deps.timers);
  const directory = createReadModelDirectory(deps.documents);
  await directory.declare();
  const looks = projections.map((one) => lookAt({ ...deps, board, directory }, one));
  await Promise.all(looks.map(async ({ look }) => look()));
  const watches = looks.map(async (one) => keepLooking(deps, one, stopping.signal));
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

type Look = { readonly readModel: string; readonly look: () => Promise<void> };

/** Shows on the board how far one read model is. */
const lookAt = ({ documents, directory, board }: BoardDeps, projection: Projection): Look => {
  let declared = '';
  return {
    readModel: projection.name,
    look: async () => {
      const placement = await directory.find(projection);
      const { current } = placement;
      if (declared !== current) await documents.declare(definitionOf(projection, current));
      declared = current;
      board.place(projection.name, current, await positionsOf(documents, placement));
    },
  };
};

/** Until the signal aborts. A store that is away is asked, and told of, less and less often. */
const keepLooking = async (
  { timers, logger, everyMs = limits.readModelPollMs }: WatchDeps,
  { readModel, look }: Look,
  signal: AbortSignal,
): Promise<void> => {
  const waits = limits.projectionBackoffMs;
  for (let failures = 0; !signal.aborted;) {
    const wait = failures === 0 ? everyMs : (waits[Math.min(failures, waits.length) - 1] ?? 0);
    await timers.sleep(wait, signal).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await look();
      failures = 0;
    } catch (error) {
      failures += 1;
      logger.warn({ readModel, err: error }, 'the checkpoint of a read model cannot be read');
    }
  }
};
