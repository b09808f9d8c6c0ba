/** The other end of `picture-thread.ts`: draws and judges, one message for each, on a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { lowerThread } from '../adapters/system/lower-thread.ts';
import { createServiceImages } from '../engines/service-images/create-service-images.ts';
import { createGate } from '../kernel/gate.ts';
import { BrokenInvariant, isFault } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import type { Done, ImageRequest, Scratch } from '../ports/engine.ts';
import { createPictureCheck } from '../quality/picture-check.ts';
import { createPixelScorer } from '../quality/pixel-scorer.ts';
import type { PictureAnswer, PictureFailure, PictureOrder } from './picture-thread.ts';

// Pictures take what the API leaves.
lowerThread(limits.childNiceness);

// The caller has a gate already: here nothing waits.
const gate = createGate({ placesMax: Infinity, waitingMax: 0 });
const engine = createServiceImages({ gate });
const scorer = createPixelScorer({ gate });
const pictures = createPictureCheck({ gate });

const failureOf = (error: unknown): PictureFailure => {
  const message = error instanceof Error ? error.message : String(error);
  if (!isFault(error)) return { message, fault: null };
  return { message, fault: { code: error.code, retriable: error.retriable, detail: error.detail } };
};

/** Pictures are drawn in memory. */
const NO_SCRATCH: Scratch = { folder: async () => Promise.reject(new BrokenInvariant('a picture needs no folder')) };

const drawn = async (attemptKey: string, request: ImageRequest): Promise<Done> =>
  engine.perform(attemptKey, request, NO_SCRATCH, new AbortController().signal);

const carryOut = async ({ id, work }: PictureOrder): Promise<PictureAnswer> => {
  try {
    if (work.kind === 'check') return { id, value: await pictures.check(work.bytes) };
    if (work.kind === 'score') return { id, value: await scorer.score(work.request) };
    return { id, value: await drawn(work.attemptKey, work.request) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
};

parentPort?.on('message', (order: PictureOrder) => {
  carryOut(order).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => {
      // Every failure is an answer; one that cannot even be sent ends the thread, and the waiting calls fail.
      throw error;
    },
  );
});
