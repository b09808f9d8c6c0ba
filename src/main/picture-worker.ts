/** The other end of `picture-thread.ts`: draws and judges, one message for each, on a thread of its own. */
import { lowerThread } from '../adapters/system/lower-thread.ts';
import { serveCalls, serveThread } from '../adapters/thread/serve-calls.ts';
import { createServiceImages } from '../engines/service-images/create-service-images.ts';
import { createGate } from '../kernel/gate.ts';
import { BrokenInvariant } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import type { Scratch } from '../ports/engine.ts';
import { createPictureCheck } from '../quality/picture-check.ts';
import { createPixelScorer } from '../quality/pixel-scorer.ts';
import type { PictureCall } from './picture-thread.ts';

// Pictures take what the API leaves.
lowerThread(limits.childNiceness);

// The caller has a gate already: here nothing waits.
const gate = createGate({ placesMax: Infinity, waitingMax: 0 });
const engine = createServiceImages({ gate });
const scorer = createPixelScorer({ gate });
const pictures = createPictureCheck({ gate });

/** Pictures are drawn in memory. */
const NO_SCRATCH: Scratch = { folder: async () => Promise.reject(new BrokenInvariant('a picture needs no folder')) };

const carryOut = async (call: PictureCall): Promise<unknown> => {
  if (call.kind === 'check') return pictures.check(call.bytes);
  if (call.kind === 'score') return scorer.score(call.request);
  return engine.perform(call.attemptKey, call.request, NO_SCRATCH, new AbortController().signal);
};

serveThread((port, reports) => serveCalls<PictureCall>(port, { carryOut, reports }));
