/** The built-in painter and its judge, with a gate of their own. */
import { createServiceImages } from '../../src/engines/service-images/create-service-images.ts';
import { createGate } from '../../src/kernel/gate.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { ImageEngine, ImageRequest } from '../../src/ports/image-engine.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../../src/ports/frame-scorer.ts';
import { createPixelScorer } from '../../src/quality/pixel-scorer.ts';

const gate = createGate({ placesMax: limits.imagePipelinesMax, waitingMax: 1_000 });

export const painter: ImageEngine = createServiceImages({ gate });
export const judge: FrameScorer = createPixelScorer({ gate });

/** Small enough to be quick, and judged as it is. */
export const SMALL = { width: 512, height: 288 } as const;

export const requestOf = (asked: Partial<ImageRequest> = {}): ImageRequest => ({
  prompt: 'Wide shot of a city street at dusk, Anna walks',
  negativePrompt: null,
  styleNotes: null,
  ...SMALL,
  seed: 1,
  references: [],
  ...asked,
});

export const paint = async (asked: Partial<ImageRequest> = {}, engine = painter): Promise<Uint8Array> => {
  const { bytes } = await engine.generate('attempt', requestOf(asked), new AbortController().signal);
  return bytes;
};

export const judged = (bytes: Uint8Array, asked: Partial<ScoreRequest> = {}): Promise<Evidence> =>
  judge.score({ bytes, expected: SMALL, continuityWith: null, siblingHashes: [], referenceHashes: [], ...asked });
