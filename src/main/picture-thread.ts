/**
 * Picture work on a thread of its own. Neither drawing and judging nor the garbage of their pixels hold up an answer of
 * the API. The first picture starts the thread.
 */
import { type ThreadDeps, ThreadEnded } from '../adapters/thread/begin-thread.ts';
import { keepThread } from '../adapters/thread/keep-thread.ts';
import { serviceImages } from '../engines/service-images/description.ts';
import { Fault } from '../kernel/faults.ts';
import type { Gate } from '../kernel/gate.ts';
import { limits } from '../kernel/limits.ts';
import { orAborted, within } from '../kernel/within.ts';
import type { Done, Engine, ImageRequest, Scratch } from '../ports/engine.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../ports/frame-scorer.ts';
import type { CheckedPicture, PictureCheck } from '../ports/picture-check.ts';
import { pixelScorer } from '../quality/description.ts';

/** The calls of the thread (`picture-worker.ts`). */
export type PictureCall =
  | { readonly kind: 'draw'; readonly attemptKey: string; readonly request: ImageRequest }
  | { readonly kind: 'score'; readonly request: ScoreRequest }
  | { readonly kind: 'check'; readonly bytes: Uint8Array };

export type PictureThread = {
  readonly engine: Engine<ImageRequest>;
  readonly scorer: FrameScorer;
  readonly pictures: PictureCheck;
  /** Work under way fails with fault `unavailable`. */
  readonly close: () => Promise<void>;
};

const WORKER = new URL('./picture-worker.ts', import.meta.url);

type PictureThreadDeps = Pick<ThreadDeps, 'background' | 'logger'> & {
  /** The one that all picture work of the process goes through. */
  readonly gate: Gate;
  /** The module of the thread; the built-in makers unless stated. */
  readonly script?: URL;
};

/** A picture that takes too long, or all memory, ends the thread. */
const sayLate = (cause: unknown): never => {
  if (!(cause instanceof ThreadEnded)) throw cause;
  throw new Fault('unavailable', cause.message, { cause, detail: { ended: 'late' } });
};

export const openPictureThread = ({ gate, script = WORKER, ...deps }: PictureThreadDeps): PictureThread => {
  const answerMaxMs = limits.pictureMaxMs;
  const name = 'pictures';
  const thread = keepThread<PictureCall>({ ...deps, name, script, answerMaxMs });

  const ask = async <T>(call: PictureCall): Promise<T> => {
    // Pictures are free of effect: the caller retries, on a new thread.
    const late = new ThreadEnded(name);
    try {
      // A picture that never comes would keep its place at the gate.
      return await within({ timers: deps.background, ms: answerMaxMs, late: () => late }, async (signal) =>
        orAborted(thread.ask<T>(call), signal),
      );
    } catch (error) {
      if (error === late) await thread.end(late);
      throw error;
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
      check: async (bytes: Uint8Array) =>
        gate.run(async () => ask<CheckedPicture | null>({ kind: 'check', bytes }).catch(sayLate)),
    },
    close: async () => thread.end(),
  });
};
