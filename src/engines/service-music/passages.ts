/** A long piece is played in passages, one short job each: other work has its turn between them. */
import type { MusicRequest } from '../../ports/engine.ts';
import { BLOCK_FRAMES, MUSIC_FORMAT } from './music-format.ts';

/** In frames. */
export type Span = { readonly from: number; readonly to: number };

export const framesOf = ({ durationMs }: MusicRequest): number => Math.round((durationMs / 1_000) * MUSIC_FORMAT.rate);

/** Of nearly equal length, and none much longer than `msMax`. Each begins where a note can. */
export const passagesOf = (
  frames: number,
  msMax: number,
): { readonly earlier: readonly Span[]; readonly last: Span } => {
  const count = Math.ceil(frames / ((msMax / 1_000) * MUSIC_FORMAT.rate));
  const length = Math.ceil(frames / count / BLOCK_FRAMES) * BLOCK_FRAMES;
  const earlier = Array.from({ length: count - 1 }, (_, n) => ({ from: n * length, to: (n + 1) * length }));
  return { earlier, last: { from: (count - 1) * length, to: frames } };
};
