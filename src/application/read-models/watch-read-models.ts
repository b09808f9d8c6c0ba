/** Follows read models that other processes write, by their checkpoints. */
import { limits } from '../../kernel/limits.ts';
import { START } from '../../kernel/position.ts';
import { definitionOf } from '../../kernel/projection.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import { checkpointsIn, createReadModelDirectory, readCheckpoints } from './read-model-directory.ts';
import type { Placement, ReadModelDirectory } from './read-model-directory.ts';
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
  const { everyMs = limits.readModelPollMs } = deps;
  const look = createLook({ ...deps, board, directory }, projections, everyMs);
  await look();
  const watching = keepLooking(deps, everyMs, look, stopping.signal);
  return Object.freeze({
    readModels: board,
    close: async () => {
      stopping.abort();
      board.close();
      await watching;
    },
  });
};

type BoardDeps = WatchDeps & { readonly directory: ReadModelDirectory; readonly board: ReadModelBoard };

/**
 * Shows on the board how far all read models are: one question, many times a second, in every process that reads.
 * Where they are is asked every `limits.readModelDirectoryPollMs` only: the old place of one that was rebuilt stays for
 * longer.
 */
const createLook = (
  { documents, directory, board }: BoardDeps,
  projections: readonly Projection[],
  everyMs: number,
): (() => Promise<void>) => {
  const placements = new Map<Projection, Placement>();
  const looksPerFind = Math.ceil(limits.readModelDirectoryPollMs / everyMs);
  let looks = 0;

  const find = async (projection: Projection): Promise<void> => {
    const placement = await directory.find(projection);
    const { current } = placement;
    if (placements.get(projection)?.current !== current) await documents.declare(definitionOf(projection, current));
    placements.set(projection, placement);
  };

  return async () => {
    if (looks === 0) await Promise.all(projections.map(find));
    const places = [...placements].map(([{ name }, placement]) => {
      const { current } = placement;
      return { name, current, checkpoints: checkpointsIn(placement, current) };
    });
    const all = places.flatMap(({ checkpoints }) => checkpoints);
    const found = (await readCheckpoints(documents, all)).values();
    for (const { name, current, checkpoints } of places) {
      const positions = checkpoints.map(() => found.next().value?.position ?? START);
      board.place(name, current, positions);
    }
    looks = (looks + 1) % looksPerFind;
  };
};

/** Until the signal aborts. A store that is away is asked, and told of, less and less often. */
const keepLooking = async (
  { timers, logger }: WatchDeps,
  everyMs: number,
  look: () => Promise<void>,
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
      logger.warn({ err: error }, 'the checkpoints of the read models cannot be read');
    }
  }
};
