/** The job of the child process: a request becomes a file of sound in the current folder. */
import type { MusicRequest } from '../../ports/engine.ts';
import { createMaster } from '../sound/master.ts';
import { briefOf } from './brief.ts';
import { compose } from './compose.ts';
import { MUSIC_FILE, MUSIC_FORMAT } from './music-format.ts';
import { play } from './play.ts';

const FADE_SECONDS_MAX = 1.5;
const FADE_SHARE = 0.15;

export const perform = async (input: unknown): Promise<number> => {
  const request = input as MusicRequest;
  const seconds = request.durationMs / 1_000;
  const frames = Math.round(seconds * MUSIC_FORMAT.rate);
  const brief = briefOf(request);
  const master = createMaster(MUSIC_FORMAT);
  await play(brief, compose(brief, seconds, `${request.seed}\n${request.prompt}`), frames, (left, right) => {
    master.add([left, right]);
  });
  master.finish(MUSIC_FILE, Math.min(FADE_SECONDS_MAX, seconds * FADE_SHARE));
  return frames;
};
