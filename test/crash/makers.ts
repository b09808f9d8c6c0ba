/** Engine and scorer of the crash scenario: quick, deterministic, and watched from outside the process. */
import { appendFileSync } from 'node:fs';
import { contentHash, sha256 } from '../../src/kernel/canonical-json.ts';
import type { Makers } from '../../src/main/core.ts';
import type { FrameScorer } from '../../src/ports/frame-scorer.ts';
import type { ImageEngine, ImageRequest } from '../../src/ports/image-engine.ts';

/** Each call of the engine, as a line of JSON. */
export type EngineCall = { readonly attemptKey: string; readonly result: string };

/** The words in a prompt that its pictures are judged by: any repair that says `MENDED` passes. */
const HOPELESS = 'HOPELESS';
const FAILS_ONCE = 'FAILS ONCE';
const MENDED = 'MENDED';

/**
 * `fickle` is a sabotage: an engine that claims to honour its keys and gives another picture at every call.
 */
export const createMakers = (callsFile: string, { fickle = false } = {}): Makers => {
  const engine: ImageEngine = {
    name: 'service_images',
    version: 'crash',
    repeat: 'safe',
    deadlineMs: 5_000,
    inFlightMax: 8,
    limitations: [],
    generate: async (attemptKey, request) => {
      await Promise.resolve();
      const bytes = drawn(request, fickle ? `${process.pid}${process.hrtime.bigint()}` : '');
      appendFileSync(callsFile, `${JSON.stringify({ attemptKey, result: sha256(bytes) })}\n`);
      return { bytes, contentType: 'image/png', width: request.width, height: request.height };
    },
    lookup: async () => Promise.resolve({ kind: 'unknown' }),
    available: async () => Promise.resolve(true),
  };
  return { imageEngines: new Map([[engine.name, engine]]), scorer: createScorer() };
};

/** Not a picture, only bytes that say what was asked for: nobody looks at them but the scorer below. */
const drawn = ({ prompt, seed }: ImageRequest, whim: string): Uint8Array =>
  Buffer.from(JSON.stringify({ prompt, seed, whim }));

const createScorer = (): FrameScorer => ({
  name: 'crash',
  version: '1',
  score: async ({ bytes }) => {
    await Promise.resolve();
    const { prompt, seed } = JSON.parse(Buffer.from(bytes).toString()) as { prompt: string; seed: number };
    const hopeless = prompt.includes(HOPELESS) && !prompt.includes(MENDED);
    const failsOnce = prompt.includes(FAILS_ONCE) && !prompt.includes('again');
    const fails = hopeless || failsOnce;
    return {
      scorer: 'crash',
      version: '1',
      verdict: fails ? 'fail' : 'pass',
      metrics: { charm: fails ? 0 : 1 },
      thresholds: { charm: { min: 1 } },
      failed: fails ? ['charm'] : [],
      corrections: fails ? ['again, with charm'] : [],
      perceptualHash: contentHash([prompt, seed]).slice(0, 16),
    };
  },
});
