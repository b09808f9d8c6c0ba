/** An engine and a scorer that answer at once: what is left is the service's own cost of a frame. */
import type { Makers } from '../../../src/main/core.ts';
import type { Engine } from '../../../src/ports/engine.ts';

/** The smallest PNG: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** `distinct`: every picture has bytes of its own, so that every one of them is written. */
export const instantMakers = (distinct: boolean): Makers => {
  let made = 0;
  const bytesOf = (): Uint8Array => {
    if (!distinct) return PIXEL;
    made += 1;
    // Decoders ignore bytes behind the end of the picture.
    const mark = Buffer.alloc(8);
    mark.writeBigUInt64LE(BigInt(made));
    return Buffer.concat([PIXEL, mark]);
  };
  const engine: Engine = {
    name: 'service_images',
    version: 'bench',
    makes: ['image'],
    repeat: 'safe',
    deadlineMs: 10_000,
    inFlightMax: 64,
    limitations: [],
    perform: async () =>
      Promise.resolve({
        kind: 'done',
        output: { content: bytesOf(), contentType: 'image/png', width: 1_024, height: 576 },
      }),
    available: async () => Promise.resolve(true),
  };
  return {
    engines: new Map([[engine.name, engine]]),
    scorer: {
      name: 'bench',
      version: '1',
      score: async () =>
        Promise.resolve({
          scorer: 'bench',
          version: '1',
          verdict: 'pass',
          metrics: { entropy: 6.1234, sharpness: 0.4321, clipping: 0.01, palette: 0.9 },
          thresholds: { entropy: { min: 4.5 }, sharpness: { min: 0.1 }, clipping: { max: 0.2 }, palette: { min: 0.5 } },
          failed: [],
          corrections: [],
          perceptualHash: '0123456789abcdef',
        }),
    },
  };
};
