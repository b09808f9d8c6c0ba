/** The job of the child process: a passage of a piece is played, and after the last all become a file of sound. */
import type { MusicRequest } from '../../ports/engine.ts';
import { createDraft, DRAFT_FILE, type SoundJob } from '../sound/draft.ts';
import { master } from '../sound/master.ts';
import { briefOf } from './brief.ts';
import { compose } from './compose.ts';
import { MUSIC_FILE, MUSIC_FORMAT } from './music-format.ts';
import { play } from './play.ts';

/** `to`: its end, in frames. */
export type MusicPart = { readonly request: MusicRequest; readonly to: number };

const FADE_SECONDS_MAX = 1.5;
const FADE_SHARE = 0.15;

/** How many frames the piece has so far. */
export const perform = async (input: unknown): Promise<number> => {
  const { part, from, earlier, isLast } = input as SoundJob<MusicPart>;
  const { request, to } = part;
  const seconds = request.durationMs / 1_000;
  const brief = briefOf(request);
  const bars = compose(brief, seconds, `${request.seed}\n${request.prompt}`);
  const draft = createDraft(MUSIC_FORMAT.channels);
  await play({ brief, bars, from, to, ringsOut: !isLast }, (left, right) => draft.add([left, right]));
  draft.end();
  if (isLast) {
    const passages = [...earlier, { path: DRAFT_FILE, from }];
    master({ ...MUSIC_FORMAT, passages, frames: to }, MUSIC_FILE, Math.min(FADE_SECONDS_MAX, seconds * FADE_SHARE));
  }
  return to;
};
