/** A long piece is played in passages, one short job each. */
import type { MusicRequest } from '../../ports/engine.ts';
import { BLOCK_FRAMES, MUSIC_FORMAT } from './music-format.ts';

export const framesOf = ({ durationMs }: MusicRequest): number => Math.round((durationMs / 1_000) * MUSIC_FORMAT.rate);

/** The end of each, in frames. All are nearly as long, and none is much longer than `msMax`. Each begins at a block. */
export const passagesOf = (frames: number, msMax: number): readonly number[] => {
  const count = Math.ceil(frames / ((msMax / 1_000) * MUSIC_FORMAT.rate));
  const length = Math.ceil(frames / count / BLOCK_FRAMES) * BLOCK_FRAMES;
  return Array.from({ length: count }, (_, n) => Math.min(frames, (n + 1) * length));
};
