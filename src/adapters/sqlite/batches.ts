/**
 * Jobs go to a writer on a thread in few messages: each message costs more than an append, and each is a commit. Jobs
 * that arrive while one is under way wait and then go together.
 */
import type { Timers } from '../../ports/basics.ts';
import { takeGroup } from './group-commit.ts';

export type Outcome<R> = { readonly result: R } | { readonly error: Error };

/** Callers that were answered together come back one by one: so many turns of the event loop are waited for them. */
const GATHER_TURNS = 2;

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
  timers: Pick<Timers, 'nextTurn'>,
): Batches<Q, R> => {
  let queue: readonly Waiting<Q, R>[] = [];
  let fresh: Waiting<Q, R>[] = [];
  let underWay: Promise<void> | undefined;

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
    if (underWay !== undefined) return;
    queue = queue.length === 0 ? fresh : [...queue, ...fresh];
    fresh = [];
    if (queue.length === 0) return;
    const batch = takeGroup(queue);
    queue = queue.slice(batch.length);
    underWay = deliver(batch).then(() => {
      underWay = undefined;
      pump();
    });
  };

  const gather = async (): Promise<void> => {
    for (let turns = 0; turns < GATHER_TURNS; turns += 1) await timers.nextTurn();
    pump();
  };

  const drained = async (): Promise<void> => {
    pump();
    if (underWay === undefined) return;
    await underWay;
    await drained();
  };

  return {
    ask: async (request) =>
      new Promise<R>((resolve, reject) => {
        fresh.push({ request, bytes: request.bytes, resolve, reject });
        if (fresh.length === 1 && underWay === undefined) gather().catch(reject);
      }),
    drained,
  };
};
