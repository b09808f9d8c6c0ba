/** Writers and readers of read models on one store, and what must hold of all that they see. */
import { isFault } from '../../../src/kernel/faults.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import { at } from '../../contract/checks/document-store-support.ts';
import { setTimeout as wait } from 'node:timers/promises';

const DOCUMENTS = 5;
const STALE_EVERY = 7;

export type Load = {
  /** The batches of each read model that were acknowledged. */
  readonly acknowledged: () => readonly number[];
  /** Faults that writers met and tried again after. */
  readonly faults: () => number;
  /** The broken promises, as lines to read; empty when all is well. */
  readonly broken: readonly string[];
  /** Ends with what did not hold while it ran, or does not hold now. */
  readonly stop: () => Promise<readonly string[]>;
};

/** A call, retried until the store takes it, as projectors do. */
const untilTaken = async <T>(call: () => Promise<T>, met: () => void): Promise<T> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isFault(error, 'unavailable')) throw error;
      met();
      await wait(50);
    }
  }
};

/**
 * Each batch writes all documents of its read model and its checkpoint at one position. So of a checkpoint and a
 * document, read one after the other, the second is at least as new. Acknowledged writes are in both.
 * Each writer and reader rests for `restMs` between its calls: not at all unless stated.
 */
export const startLoad = async (documents: DocumentStore, readModels: number, restMs = 0): Promise<Load> => {
  const names = Array.from({ length: readModels }, (_, n) => `load${n}@1`);
  const acknowledged = names.map(() => 0);
  const broken: string[] = [];
  let faults = 0;
  const state = { stopped: false };
  const met = (): void => {
    faults += 1;
  };
  const rest = async (): Promise<void> => (restMs === 0 ? undefined : wait(restMs));
  for (const name of names) await documents.declare({ name, indexes: { byN: ['n'] } });

  const write = async (name: string, n: number): Promise<void> =>
    documents.write(
      Array.from({ length: DOCUMENTS }, (_, i) => ({
        collection: name,
        id: `id-${i}`,
        owner: 'ws',
        position: at(n),
        body: { n },
      })),
      { name, position: at(n), fence: 1 },
    );

  const writer = async (name: string, index: number): Promise<void> => {
    for (let n = 1; !state.stopped; n += 1) {
      await untilTaken(async () => write(name, n), met);
      acknowledged[index] = n;
      await rest();
      if (n % STALE_EVERY !== 0) continue;
      const late = { collection: name, id: 'id-0', owner: 'late', position: at(n - STALE_EVERY), body: { n: -1 } };
      await untilTaken(async () => documents.write([late]), met);
    }
  };

  const look = async (name: string, index: number): Promise<void> => {
    const before = at(acknowledged[index] ?? 0);
    const checkpointed = async (): Promise<string> => (await documents.checkpoint(name))?.position ?? '';
    const stored = async (): Promise<string> => (await documents.get(name, 'id-0'))?.position ?? '';
    const [checkpoint, document, later] = [await checkpointed(), await stored(), await checkpointed()];
    const says = `${name}: acknowledged ${before}, checkpoint ${checkpoint}, document ${document}, then ${later}`;
    if (before > at(0) && checkpoint < before) broken.push(`an acknowledged write is missing; ${says}`);
    if (document < checkpoint) broken.push(`a document is older than its checkpoint; ${says}`);
    if (later < document) broken.push(`a document is newer than its checkpoint; ${says}`);
  };

  const reader = async (name: string, index: number): Promise<void> => {
    while (!state.stopped) {
      await untilTaken(
        async () => look(name, index),
        () => undefined,
      );
      await rest();
    }
  };

  const verify = async (name: string, index: number): Promise<void> => {
    const last = at(acknowledged[index] ?? 0);
    const page = await documents.query<{ n: number }>({ collection: name, index: 'byN', owner: 'ws', limit: 99 });
    const wrong = page.documents.filter(({ position, body }) => position !== last || at(body.n) !== last);
    if (page.documents.length !== DOCUMENTS || wrong.length > 0) {
      broken.push(`${name} ends at ${last}, and its documents are ${JSON.stringify(page.documents)}`);
    }
  };

  const running = Promise.all(names.flatMap((name, index) => [writer(name, index), reader(name, index)]));
  running.catch(() => undefined);
  return Object.freeze({
    acknowledged: () => [...acknowledged],
    faults: () => faults,
    broken,
    stop: async () => {
      state.stopped = true;
      await running;
      await Promise.all(names.map(async (name, index) => untilTaken(async () => verify(name, index), met)));
      return broken;
    },
  });
};
