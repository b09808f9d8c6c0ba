/** Follows read models that other processes write, by their checkpoints. */
import { again } from '../../../kernel/again.ts';
import type { Projection } from '../../../kernel/projection.ts';
import type { Logger, Timers } from '../../../ports/basics.ts';
import type { DocumentStore } from '../../../ports/document-store.ts';
import { createLook, createLookPace, positionsIn } from './look-at-read-models.ts';
import { createReadModelDirectory } from './read-model-directory.ts';
import { createReadModelBoard, type ReadModels } from './read-model-freshness.ts';

type WatchDeps = {
  readonly documents: DocumentStore;
  readonly timers: Timers;
  readonly logger: Logger;
};

type ReadModelWatch = { readonly readModels: ReadModels; close(): Promise<void> };

/**
 * For a process that reads all read models and writes none. Where each of them is, is known when this resolves. Faults:
 * those of the store, until then.
 */
export const watchReadModels = async (deps: WatchDeps, projections: readonly Projection[]): Promise<ReadModelWatch> => {
  const { documents, timers, logger } = deps;
  const stopping = new AbortController();
  const pace = createLookPace(() => board.isAwaited());
  const board = createReadModelBoard(projections, timers, { asked: pace.asked });
  const directory = createReadModelDirectory(documents);
  const looking = createLook(documents, projections, async (all) => directory.findAll(all));
  const show = async (sinceMs: number): Promise<void> => {
    pace.began();
    for (const seen of await looking.look(sinceMs)) {
      board.place(seen.projection.name, seen.placement.current, positionsIn(seen));
    }
  };
  await directory.declare();
  await show(0);
  const failed = (error: unknown): void =>
    logger.warn({ err: error }, 'the checkpoints of the read models cannot be read');
  const { restMs, waking } = pace;
  const watching = again({ timers, signal: stopping.signal, restMs, waking, failed }, show);
  return Object.freeze({
    readModels: board,
    close: async () => {
      stopping.abort();
      board.close();
      await watching;
    },
  });
};
