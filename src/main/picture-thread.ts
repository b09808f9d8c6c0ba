/**
 * Picture work on a thread of its own. Neither drawing and judging nor the garbage of their pixels hold up an answer of
 * the API. The first picture starts the thread.
 */
import { Worker } from 'node:worker_threads';
import { serviceImages } from '../engines/service-images/description.ts';
import { Fault, type FaultCode } from '../kernel/faults.ts';
import type { Gate } from '../kernel/gate.ts';
import { limits } from '../kernel/limits.ts';
import type { Timers } from '../ports/basics.ts';
import type { Done, Engine, ImageRequest, Scratch } from '../ports/engine.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../ports/frame-scorer.ts';
import type { CheckedPicture, PictureCheck } from '../ports/picture-check.ts';
import { pixelScorer } from '../quality/description.ts';

type Work =
  | { readonly kind: 'draw'; readonly attemptKey: string; readonly request: ImageRequest }
  | { readonly kind: 'score'; readonly request: ScoreRequest }
  | { readonly kind: 'check'; readonly bytes: Uint8Array };

export type PictureOrder = { readonly id: number; readonly work: Work };

export type PictureFailure = {
  readonly message: string;
  readonly fault: {
    readonly code: FaultCode;
    readonly retriable: boolean;
    readonly detail: Readonly<Record<string, unknown>>;
  } | null;
};

export type PictureAnswer = { readonly id: number } & (
  | { readonly value: Evidence | Done | CheckedPicture | null }
  | { readonly failure: PictureFailure }
);

type Waiting = { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void };

export type PictureThread = {
  readonly engine: Engine<ImageRequest>;
  readonly scorer: FrameScorer;
  readonly pictures: PictureCheck;
  /** Work under way fails with fault `unavailable`. */
  readonly close: () => Promise<void>;
};

const WORKER = new URL('./picture-worker.ts', import.meta.url);

export type PictureThreadDeps = {
  /** The one that all picture work of the process goes through. */
  readonly gate: Gate;
  readonly timers: Pick<Timers, 'sleep'>;
  /** The module of the thread; the built-in makers unless stated. */
  readonly script?: URL;
};

export const openPictureThread = ({ gate, timers, script = WORKER }: PictureThreadDeps): PictureThread => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let asked = 0;

  /** Pictures are free of effect: the caller retries, on a new thread. */
  const ended = (which: Worker, cause?: unknown): void => {
    if (worker !== which) return;
    worker = undefined;
    const fault = new Fault('unavailable', 'the thread that makes pictures has ended', { cause });
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  };

  const begin = (): Worker => {
    const begun = new Worker(script);
    begun.unref();
    begun.on('message', (answer: PictureAnswer) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('value' in answer) asker?.resolve(answer.value as never); // Its kind is that of the work that was asked for.
      else asker?.reject(errorOf(answer.failure));
    });
    begun.on('error', (error) => ended(begun, error));
    begun.on('exit', () => ended(begun));
    return begun;
  };

  const send = async <T>(which: Worker, work: Work): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      asked += 1;
      which.postMessage({ id: asked, work } satisfies PictureOrder);
      waiting.set(asked, { resolve, reject });
    });

  const end = async (which: Worker): Promise<void> => {
    ended(which);
    await which.terminate();
  };

  /** A picture that never comes would keep its place at the gate. */
  const ask = async <T>(work: Work): Promise<T> => {
    const which = (worker ??= begin());
    const over = new AbortController();
    const late = timers.sleep(limits.pictureMaxMs, over.signal).then(
      async () => end(which),
      // It came in time.
      () => undefined,
    );
    try {
      return await send<T>(which, work);
    } finally {
      over.abort();
      await late;
    }
  };

  return Object.freeze({
    engine: {
      ...serviceImages,
      // The picture comes by a message of the thread, and no file is made of it.
      perform: async (attemptKey: string, request: ImageRequest, _: Scratch, signal: AbortSignal) =>
        gate.run(async () => ask<Done>({ kind: 'draw', attemptKey, request }), signal),
    },
    scorer: {
      ...pixelScorer,
      score: async (request: ScoreRequest) => gate.run(async () => ask<Evidence>({ kind: 'score', request })),
    },
    pictures: {
      check: async (bytes: Uint8Array) => gate.run(async () => ask<CheckedPicture | null>({ kind: 'check', bytes })),
    },
    close: async () => {
      if (worker !== undefined) await end(worker);
    },
  });
};

const errorOf = ({ message, fault }: PictureFailure): Error => {
  if (fault === null) return new Error(message);
  const { code, retriable, detail } = fault;
  return new Fault(code, message, { retriable, detail });
};
