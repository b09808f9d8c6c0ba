/**
 * Read models of a process that may start before its document store does. Until they are open, none is fresh and no
 * document can be read. Reads by id fold streams, lists answer that they are behind, and the supervisor waits.
 */
import type { ReadModels } from '../application/read-models/freshness/read-model-freshness.ts';
import type { ProjectionRunner } from '../application/read-models/run-projection.ts';
import { Fault, isFault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import { START } from '../kernel/position.ts';
import type { Logger, Timers } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { StartPatience } from './start-patience.ts';

export type LateReadModels = ProjectionRunner & {
  /** The store as readers of documents see it. */
  readonly documents: DocumentStore;
};

export type LateDeps = StartPatience & {
  readonly documents: DocumentStore;
  readonly timers: Timers;
  readonly logger: Logger;
};

/** `open` is tried again while it throws fault `unavailable`; any other fault is thrown, or ends the tries. */
export const openLateReadModels = async (
  deps: LateDeps,
  open: () => Promise<ProjectionRunner>,
): Promise<LateReadModels> => {
  const { documents, timers, logger, patient, now } = deps;
  const stopping = new AbortController();
  let follower: ProjectionRunner | undefined;
  let failure = now ? undefined : new Error('the read models are not open yet');

  /** Each kind of trouble is told once: it is met again at every try. */
  const fail = (error: unknown): void => {
    const before = failure?.message;
    failure = error instanceof Error ? error : new Error(String(error));
    if (failure.message !== before) logger.warn({ err: error }, 'the read models cannot be opened yet');
  };

  const openLater = async (): Promise<void> => {
    while (!stopping.signal.aborted && follower === undefined) {
      await timers.sleep(limits.readModelsOpenRetryMs, stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        follower = await open();
        failure = undefined;
        logger.info({}, 'the read models are open');
      } catch (error) {
        fail(error);
        if (!isFault(error, 'unavailable')) return;
      }
    }
  };

  try {
    if (now) follower = await open();
  } catch (error) {
    if (!patient || !isFault(error, 'unavailable')) throw error;
    fail(error);
  }
  const opening = openLater();

  const readModels: ReadModels = {
    collection: (readModel) => follower?.readModels.collection(readModel) ?? '',
    position: (readModel, owner) => follower?.readModels.position(readModel, owner) ?? START,
    positions: (readModel) => follower?.readModels.positions(readModel) ?? [START],
    waitFor: async (position, timeoutMs, readModel, owner) =>
      follower === undefined ? position <= START : follower.readModels.waitFor(position, timeoutMs, readModel, owner),
  };

  return Object.freeze({
    readModels,
    documents: readableWhile(documents, () => follower !== undefined),
    broken: () => follower?.broken() ?? new Map(failure === undefined ? [] : [['all', failure]]),
    holds: (readModel: string) => follower?.holds(readModel) ?? new Set<number>(),
    close: async () => {
      stopping.abort();
      await opening;
      await follower?.close();
    },
  });
};

/** Where nothing is declared yet, a document cannot be had; to ask for one would be a bug of ours. */
const readableWhile = (documents: DocumentStore, isOpen: () => boolean): DocumentStore => {
  const check = (): void => {
    if (!isOpen()) throw new Fault('unavailable', 'the read models are not open yet');
  };
  return {
    ...documents,
    get: async (collection, id) => {
      check();
      return documents.get(collection, id);
    },
    getText: async (collection, id) => {
      check();
      return documents.getText(collection, id);
    },
    query: async (query) => {
      check();
      return documents.query(query);
    },
  };
};
