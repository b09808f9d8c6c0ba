/** The built-in painter and its judge, with a gate of their own. */
import { createServiceImages } from '../../../src/engines/service-images/create-service-images.ts';
import { assert } from '../../../src/kernel/faults.ts';
import { createGate } from '../../../src/kernel/gate.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { Engine, ImageRequest, Output } from '../../../src/ports/engine.ts';
import type { Evidence, FrameScorer, ScoreRequest } from '../../../src/ports/frame-scorer.ts';
import { createPixelScorer } from '../../../src/quality/pixel-scorer.ts';
import { NO_FOLDER } from '../process/no-scratch.ts';

const gate = createGate({ placesMax: limits.imagePipelinesMax, waitingMax: 1_000 });

export const painter: Engine<ImageRequest> = createServiceImages({ gate });

/** A picture of the built-in engine is in memory. */
export type Picture = Output & { readonly content: Uint8Array };
export const judge: FrameScorer = createPixelScorer({ gate });

/** Small enough to be quick, and judged as it is. */
export const SMALL = { width: 512, height: 288 } as const;

export const requestOf = (asked: Partial<ImageRequest> = {}): ImageRequest => ({
  makes: 'image',
  prompt: 'Wide shot of a city street at dusk, Anna walks',
  negativePrompt: null,
  styleNotes: null,
  ...SMALL,
  seed: 1,
  references: [],
  ...asked,
});

export const paint = async (asked: Partial<ImageRequest> = {}, engine = painter): Promise<Uint8Array> => {
  const { content } = await draw(engine, 'attempt', requestOf(asked));
  return content;
};

/** One call of an engine that makes its picture in memory. */
export const draw = async (
  engine: Engine,
  attemptKey: string,
  request: ImageRequest,
  signal = new AbortController().signal,
): Promise<Picture> => {
  const answer = await engine.perform(attemptKey, request, NO_FOLDER, signal);
  assert(answer.kind === 'done', 'a picture is made at once');
  const { content, ...rest } = answer.output;
  assert(content instanceof Uint8Array, 'a picture is in memory');
  return { content, ...rest };
};

export const judged = (bytes: Uint8Array, asked: Partial<ScoreRequest> = {}): Promise<Evidence> =>
  judge.score({ bytes, expected: SMALL, continuityWith: null, siblingHashes: [], referenceHashes: [], ...asked });
