/**
 * A thread judges large bodies, so that parsing, checking and hashing 16 MiB hold up no answer. It answers with a
 * refusal, or with a valid value in few parts. The first large body starts it. Users take turns: each has one body
 * there at a time.
 */
import type { ThreadDeps } from '../adapters/thread/begin-thread.ts';
import { keepThread } from '../adapters/thread/keep-thread.ts';
import { refusal, type Refusal } from '../http/errors/refusal.ts';
import type { BodyOrder, BodyThread } from '../http/gates/input-gate.ts';
import type { Judged } from '../http/gates/judge.ts';
import { createGates } from '../kernel/gates.ts';
import { limits } from '../kernel/limits.ts';
import type { Turns } from '../ports/basics.ts';
import { type InPieces, putTogether } from './body-pieces.ts';

/** The mark of a refusal is a symbol, which does not travel. */
export type BodyAnswer =
  | { readonly judged: InPieces & Pick<Judged, 'bodyHash'> }
  | { readonly refused: Pick<Refusal, 'code' | 'message' | 'detail' | 'headers'> };

type BodyThreadDeps = Pick<ThreadDeps, 'background' | 'logger'> & {
  /** Those of requests. */
  readonly turns: Turns;
  /** The module of the thread; the real judge unless stated. */
  readonly script?: URL;
};

const WORKER = new URL('./body-worker.ts', import.meta.url);

export const openBodyThread = ({ turns, script = WORKER, ...deps }: BodyThreadDeps): BodyThread => {
  const thread = keepThread<BodyOrder>({
    ...deps,
    name: 'bodies',
    script,
    answerMaxMs: limits.bodyJudgeMaxMs,
    heapMiB: limits.bodyThreadHeapMiB,
  });
  const gateOf = createGates({ placesMax: 1, waitingMax: Infinity });

  const ask = async (order: BodyOrder): Promise<Judged | Refusal> => {
    const { buffer, byteLength } = order.bytes;
    // Memory that others use too is copied.
    const transfer = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
    const answer = await thread.ask<BodyAnswer>(order, { transfer });
    if ('refused' in answer) return refusalOf(answer.refused);
    const { bodyHash, ...pieces } = answer.judged;
    return { body: await putTogether(pieces, turns), bodyHash };
  };

  return Object.freeze({
    judge: async (order: BodyOrder, userKey: string) => gateOf(userKey).run(async () => ask(order)),
    close: async () => thread.close(),
  });
};

const refusalOf = ({ code, message, ...more }: Extract<BodyAnswer, { refused: unknown }>['refused']): Refusal =>
  refusal(code, message, more);
