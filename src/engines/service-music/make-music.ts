/** The job of the child process: a passage of a piece is played, and after the last all become a file of sound. */
import { rmSync } from 'node:fs';
import type { MusicRequest } from '../../ports/engine.ts';
import { createDraft, DRAFT_FILE, type Passage } from '../sound/draft.ts';
import { master } from '../sound/master.ts';
import { briefOf } from './brief.ts';
import { compose } from './compose.ts';
import { MUSIC_FILE, MUSIC_FORMAT } from './music-format.ts';
import { framesOf } from './passages.ts';
import { play } from './play.ts';

export type MusicJob = {
  readonly request: MusicRequest;
  /** In frames. */
  readonly from: number;
  readonly to: number;
  /** The passages that are played, all before `from`. */
  readonly earlier: readonly Passage[];
};

const FADE_SECONDS_MAX = 1.5;
const FADE_SHARE = 0.15;

/** How many frames the piece has so far. */
export const perform = async (input: unknown): Promise<number> => {
  const { request, from, to, earlier } = input as MusicJob;
  const seconds = request.durationMs / 1_000;
  const frames = framesOf(request);
  const brief = briefOf(request);
  const bars = compose(brief, seconds, `${request.seed}\n${request.prompt}`);
  const draft = createDraft(MUSIC_FORMAT.channels);
  await play({ brief, bars, from, to, ringsOut: to < frames }, (left, right) => draft.add([left, right]));
  draft.end();
  if (to < frames) return to;
  const passages = [...earlier, { path: DRAFT_FILE, from }];
  master({ ...MUSIC_FORMAT, passages, frames }, MUSIC_FILE, Math.min(FADE_SECONDS_MAX, seconds * FADE_SHARE));
  rmSync(DRAFT_FILE);
  return frames;
};
