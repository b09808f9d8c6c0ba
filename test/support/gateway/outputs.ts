/** Outputs as a provider makes them: small, and real media. */
import sharp from 'sharp';
import { wavOf } from '../engines/films.ts';
import type { Make, MadeOutput } from './gateway-double.ts';

export const pngOf = async (width: number, height: number, seed: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: seed % 256, g: (seed >> 8) % 256, b: 99 } } })
    .png()
    .toBuffer();

const wave = (seconds: number, pitch: number): MadeOutput => ({
  contentType: 'audio/wav',
  content: wavOf(seconds, (at) => 0.3 * Math.sin(2 * Math.PI * pitch * at)),
});

/** Pictures, speech and music after the request. */
export const makeMedia: Make = async (request) => {
  const { makes, width, height, seed, durationMs } = request;
  if (makes === 'image') {
    return { contentType: 'image/png', content: await pngOf(Number(width), Number(height), Number(seed)) };
  }
  if (makes === 'speech') return { ...wave(1, 200), words: [{ text: 'one', startMs: 0, endMs: 400 }] };
  return wave(Number(durationMs) / 1_000, 300);
};
