/** The storyboard that a script makes by rule. */
import { limits } from '../../kernel/limits.ts';
import { firstCharacters } from '../../kernel/text.ts';
import type { Timers } from '../../ports/basics.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import { type ScriptFrame, splitScript, type SplitScript } from './script/split-script.ts';
import { type Storyboard, type StoryboardFrame } from './storyboard.ts';

/**
 * Undefined when there is nothing in the script to draw. Refusal: script_too_long. The frames are independent, so that
 * a scene that is written anew is all that has to be drawn anew.
 */
export const storyboardByRule = async (
  timers: Pick<Timers, 'nextTurn'>,
  script: string,
): Promise<Result<Storyboard | undefined>> => {
  const split = await splitScript(script, timers);
  if (split.count > limits.framesMax) return tooLong(split);
  return ok(split.count === 0 ? undefined : storyboardOf(split.frames));
};

export const storyboardOf = (frames: readonly ScriptFrame[]): Storyboard => ({
  frames: frames.map(frameOf),
  continuityMode: 'independent',
});

const frameOf = ({ prompt, heading, sceneId }: ScriptFrame): StoryboardFrame => ({
  prompt,
  ...(heading === '' ? {} : { title: firstCharacters(heading, limits.frameTitleCharsMax) }),
  ...(sceneId === '' ? {} : { sceneId: firstCharacters(sceneId, limits.sceneIdCharsMax) }),
});

const tooLong = ({ scenes, count, lastFitting }: SplitScript) => {
  const { framesMax } = limits;
  const fit = lastFitting > 0 ? `scenes 1 to ${lastFitting} fit` : 'not even its first scene fits';
  const message = `the script has ${scenes} scenes and makes ${count} frames; a storyboard has at most ${framesMax}`;
  return refused('script_too_long', `${message}: ${fit}; make a project of each part`, {
    scenes,
    frames: count,
    framesMax,
    scenesThatFit: lastFitting,
  });
};
