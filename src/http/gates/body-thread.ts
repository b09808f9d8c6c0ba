/**
 * A thread judges large bodies, so that parsing, checking and hashing 16 MiB hold up no answer. It returns a refusal,
 * or a valid value with few parts. The first large body starts the thread. Users take turns: each has one body there at
 * a time.
 */
import { Worker } from 'node:worker_threads';
import { Fault } from '../../kernel/faults.ts';
import { createGates } from '../../kernel/gates.ts';
import { limits } from '../../kernel/limits.ts';
import type { Turns } from '../../ports/basics.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';
import type { BodyAnswer, BodyOrder } from './body-messages.ts';
import { putTogether } from './body-pieces.ts';
import type { Judged } from './judge.ts';

export type BodyThread = {
  /** Takes the bytes over. Fault `unavailable` when the thread ends over this body. */
  readonly judge: (order: Omit<BodyOrder, 'id'>, userKey: string) => Promise<Judged | Refusal>;
  /** Bodies under way fail with fault `unavailable`. */
  readonly close: () => Promise<void>;
};

type Waiting = {
  readonly resolve: (value: Judged | Refusal | Promise<Judged>) => void;
  readonly reject: (error: Error) => void;
};

type JudgedAnswer = Extract<BodyAnswer, { judged: unknown }>['judged'];

const WORKER = new URL('./body-worker.ts', import.meta.url);

/** `turns`: those of requests. `script`: the module of the thread; the real judge unless stated. */
export const createBodyThread = (turns: Turns, script: URL = WORKER): BodyThread => {
  const waiting = new Map<number, Waiting>();
  const gateOf = createGates({ placesMax: 1, waitingMax: Infinity });
  let worker: Worker | undefined;
  let asked = 0;

  const ended = (which: Worker, cause?: unknown): void => {
    if (worker !== which) return;
    worker = undefined;
    const fault = new Fault('unavailable', 'the thread that judges bodies has ended', { cause });
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  };

  const judgedOf = async ({ bodyHash, ...sent }: JudgedAnswer): Promise<Judged> => ({
    body: await putTogether(sent, turns),
    bodyHash,
  });

  const begin = (): Worker => {
    const begun = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.bodyThreadHeapMiB } });
    begun.unref();
    begun.on('message', (answer: BodyAnswer) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('judged' in answer) asker?.resolve(judgedOf(answer.judged));
      else if ('refused' in answer) asker?.resolve(refusalOf(answer.refused));
      else asker?.reject(new Error(answer.failed));
    });
    begun.on('error', (error) => ended(begun, error));
    begun.on('exit', () => ended(begun));
    return begun;
  };

  const ask = async (order: Omit<BodyOrder, 'id'>): Promise<Judged | Refusal> =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      waiting.set(id, { resolve, reject });
      worker ??= begin();
      const { buffer, byteLength } = order.bytes;
      // Memory that others use too is copied.
      const own = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
      worker.postMessage({ ...order, id } satisfies BodyOrder, own);
    });

  return Object.freeze({
    judge: async (order: Omit<BodyOrder, 'id'>, userKey: string) => gateOf(userKey).run(async () => ask(order)),
    close: async () => {
      const which = worker;
      if (which === undefined) return;
      ended(which);
      await which.terminate();
    },
  });
};

const refusalOf = ({ code, message, ...more }: Extract<BodyAnswer, { refused: unknown }>['refused']): Refusal =>
  refusal(code, message, more);
