/** The job of the child process: a request becomes a file of sound in the current folder. */
import type { MusicRequest } from '../../ports/engine.ts';
import { createMaster } from '../sound/master.ts';
import { briefOf } from './brief.ts';
import { compose } from './compose.ts';
import { MUSIC_FILE, MUSIC_FORMAT } from './music-format.ts';
import { play } from './play.ts';

const FADE_SECONDS_MAX = 1.5;
const FADE_SHARE = 0.15;
/** Blocks are stored together. */
const GATHERED_FRAMES = 16_384;

export const perform = async (input: unknown): Promise<number> => {
  const request = input as MusicRequest;
  const seconds = request.durationMs / 1_000;
  const frames = Math.round(seconds * MUSIC_FORMAT.rate);
  const brief = briefOf(request);
  const master = createMaster(MUSIC_FORMAT);
  const gathered = [new Float32Array(GATHERED_FRAMES), new Float32Array(GATHERED_FRAMES)] as const;
  let filled = 0;
  const store = (): void => {
    master.add(gathered.map((samples) => samples.subarray(0, filled)));
    filled = 0;
  };
  await play(brief, compose(brief, seconds, `${request.seed}\n${request.prompt}`), frames, (left, right) => {
    if (filled + left.length > GATHERED_FRAMES) store();
    gathered[0].set(left, filled);
    gathered[1].set(right, filled);
    filled += left.length;
  });
  store();
  master.finish(MUSIC_FILE, Math.min(FADE_SECONDS_MAX, seconds * FADE_SHARE));
  return frames;
};
