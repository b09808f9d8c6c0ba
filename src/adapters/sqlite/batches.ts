/**
 * What goes to a writer on a thread goes in few messages: each costs more than an append. While as many are under way
 * as keep the thread busy, what comes waits and then goes together.
 */
import { takeGroup } from './group-commit.ts';

export type Outcome<R> = { readonly result: R } | { readonly error: Error };

/** One that the thread works on, and one that it finds when it is through. */
const UNDER_WAY_MAX = 2;

export type Batches<Q, R> = {
  readonly ask: (request: Q) => Promise<R>;
  /** Resolves when all that was asked is settled. */
  readonly drained: () => Promise<void>;
};

type Waiting<Q, R> = {
  readonly request: Q;
  readonly bytes: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
};

/** `send` answers with an outcome for each request, in their order; when it fails, all of them fail by its error. */
export const createBatches = <Q extends { readonly bytes: number }, R>(
  send: (requests: readonly Q[]) => Promise<readonly Outcome<R>[]>,
): Batches<Q, R> => {
  let queue: readonly Waiting<Q, R>[] = [];
  let fresh: Waiting<Q, R>[] = [];
  const underWay = new Set<Promise<void>>();

  const deliver = async (batch: readonly Waiting<Q, R>[]): Promise<void> => {
    try {
      const outcomes = await send(batch.map(({ request }) => request));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined && 'result' in outcome) resolve(outcome.result);
        else reject(outcome?.error);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const pump = (): void => {
    queue = queue.length === 0 ? fresh : [...queue, ...fresh];
    fresh = [];
    while (queue.length > 0 && underWay.size < UNDER_WAY_MAX) {
      const batch = takeGroup(queue);
      queue = queue.slice(batch.length);
      const delivery = deliver(batch).then(() => {
        underWay.delete(delivery);
        pump();
      });
      underWay.add(delivery);
    }
  };

  return {
    ask: async (request) =>
      new Promise<R>((resolve, reject) => {
        fresh.push({ request, bytes: request.bytes, resolve, reject });
        // With all that the code which runs now still asks for.
        if (fresh.length === 1 && underWay.size < UNDER_WAY_MAX) process.nextTick(pump);
      }),
    drained: async () => {
      pump();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
