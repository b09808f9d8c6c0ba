/** Follows read models that another process writes, by their checkpoints. */
import type { Position } from '../kernel/position.ts';
import { START } from '../kernel/position.ts';
import { limits } from '../kernel/limits.ts';
import { definitionOf } from '../kernel/projection.ts';
import type { Projection } from '../kernel/projection.ts';
import type { Clock, Logger, Timers } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import { checkpointOf, createReadModelDirectory } from './read-model-directory.ts';
import type { ReadModelDirectory } from './read-model-directory.ts';
import { createReadModelBoard } from './read-model-freshness.ts';
import type { ReadModelBoard, ReadModels } from './read-model-freshness.ts';

export type WatchDeps = {
  readonly documents: DocumentStore;
  readonly directory: ReadModelDirectory;
  readonly board: ReadModelBoard;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
};

/**
 * Shows on the board how far one read model is, until the signal aborts. With a feed it also ends (true) when nobody
 * seems to write it any more: events stand behind its checkpoint, which has not moved for
 * `limits.projectionTakeoverMs`.
 */
export const watchReadModel = async (
  { documents, directory, board, clock, timers, logger }: WatchDeps,
  projection: Projection,
  signal: AbortSignal,
  feed?: Pick<EventFeed, 'head'>,
): Promise<boolean> => {
  let declared = '';
  let seen: Position | undefined;
  let since = clock.monotonic();
  const look = async (): Promise<boolean> => {
    const { current } = await directory.find(projection);
    if (declared !== current) await documents.declare(definitionOf(projection, current));
    declared = current;
    const position = (await documents.checkpoint(checkpointOf(current)))?.position ?? START;
    board.show(projection.name, current, position);
    const moved = position !== seen;
    seen = position;
    if (moved) since = clock.monotonic();
    if (feed === undefined || clock.monotonic() - since < limits.projectionTakeoverMs) return false;
    return (await feed.head()) > position;
  };
  while (!signal.aborted) {
    try {
      if (await look()) return true;
    } catch (error) {
      logger.warn({ readModel: projection.name, err: error }, 'the checkpoint of a read model cannot be read');
    }
    await timers.sleep(limits.readModelPollMs, signal).catch(() => undefined);
  }
  return false;
};

export type ReadModelWatch = { readonly readModels: ReadModels; close(): Promise<void> };

/** For a process that reads all read models and writes none. */
export const watchReadModels = async (
  deps: Omit<WatchDeps, 'board' | 'directory'>,
  projections: readonly Projection[],
): Promise<ReadModelWatch> => {
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
