/** A screenplay as the demo shows it: split as the service splits it, with a label for each frame. */
import { type ScriptFrame, splitScript, type SplitScript } from '../../application/projects/script/split-script.ts';
import type { SceneRange } from '../../application/projects/script/beats.ts';
import { cut } from '../../application/projects/script/plain-text.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import type { Board } from './record/board.ts';
import { UserError } from './user-error.ts';

const TITLE_MAX = 80;
const BYLINE_MAX = 160;

/** `range`: the scenes to take; null takes all. Throws a UserError where there is nothing to draw, or too much. */
export const boardOf = async (
  screenplay: string,
  timers: Pick<Timers, 'nextTurn'>,
  range: SceneRange = null,
): Promise<Board> => {
  const split = await splitScript(screenplay, timers, range);
  if (split.count === 0) {
    throw new UserError(`nothing to draw in these scenes; the screenplay has ${split.scenes} of them`);
  }
  if (split.count > limits.framesMax) throw new UserError(tooMany(split, range));
  return {
    title: cut(split.title || 'Untitled', TITLE_MAX),
    byline: cut(split.byline, BYLINE_MAX),
    scenes: split.scenes,
    frames: split.frames.map((frame) => ({ ...frame, label: labelOf(frame) })),
    isPart: range !== null,
  };
};

/** `7` and the first frame are `7A`; `7A`, as a numbered screenplay may have it, is `7A.1`. */
const labelOf = ({ sceneId, place }: ScriptFrame): string => {
  const id = sceneId === '' ? '0' : sceneId;
  return /\d$/u.test(id) ? `${id}${letters(place)}` : `${id}.${place + 1}`;
};

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

const tooMany = ({ count, scenes, lastFitting }: SplitScript, range: SceneRange): string => {
  const first = range?.[0] ?? 1;
  const hint = lastFitting >= first ? `, for example --scenes ${first}-${lastFitting}` : '';
  const most = `${count} frames, and a storyboard holds at most ${limits.framesMax}`;
  return `${most}: take some of the ${scenes} scenes${hint}`;
};
