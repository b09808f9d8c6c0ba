/** Follows read models that other processes write, by their checkpoints. */
import { again } from '../../../kernel/again.ts';
import { limits } from '../../../kernel/limits.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { Logger, Timers } from '../../../ports/basics.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { createLook, positionsIn } from './look-at-read-models.ts';
import { createReadModelDirectory } from './read-model-directory.ts';
import { createReadModelBoard, type ReadModels } from './read-model-freshness.ts';

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
  const { documents, timers, logger, everyMs = limits.readModelPollMs } = deps;
  const stopping = new AbortController();
  const board = createReadModelBoard(projections, timers);
  const directory = createReadModelDirectory(documents);
  const looking = createLook(documents, projections, async (all) => directory.findAll(all));
  const show = async (sinceMs: number): Promise<void> => {
    for (const seen of await looking.look(sinceMs)) {
      board.place(seen.projection.name, seen.placement.current, positionsIn(seen));
    }
  };
  await directory.declare();
  await show(0);
  const failed = (error: unknown): void =>
    logger.warn({ err: error }, 'the checkpoints of the read models cannot be read');
  const watching = again({ timers, signal: stopping.signal, restMs: () => everyMs, failed }, show);
  return Object.freeze({
    readModels: board,
    close: async () => {
      stopping.abort();
      board.close();
      await watching;
    },
  });
};
