/**
 * Turns a script, in Fountain format or plain text, into the frames of a storyboard. Each paragraph of action is one,
 * under the heading of its scene.
 */
import { limits } from '../../../kernel/limits.ts';
import type { Timers } from '../../../ports/basics.ts';
import { type Beat, type Beats, createBeats, type SceneRange } from './beats.ts';
import { type Cast, castLine, withoutLooks } from './cast.ts';
import { createElementReader } from './elements.ts';
import { linesOf } from './lines.ts';
import { cut } from './plain-text.ts';
import { createTitlePageReader, type TitlePage } from './title-page.ts';

export type ScriptFrame = Beat & {
  /** The prompt for the engine. */
  readonly prompt: string;
};

export type SplitScript = TitlePage &
  Pick<Beats, 'scenes' | 'count' | 'lastFitting'> & {
    /** As many as fit a storyboard; `count` says how many there would be. */
    readonly frames: readonly ScriptFrame[];
  };

/**
 * A script is input of a user, and may be hostile. It is read in slices of bounded work, between which other work has
 * its turn. Never throws for its content.
 */
export const splitScript = async (
  script: string,
  { nextTurn }: Pick<Timers, 'nextTurn'>,
  range: SceneRange = null,
): Promise<SplitScript> => {
  const beats = createBeats(range);
  const titlePage = createTitlePageReader();
  const elements = createElementReader(beats.take);
  let work = 0;
  /** Whether others are to have their turn. */
  const worked = (chars: number): boolean => {
    work += chars + WORK_A_STEP;
    if (work < limits.scriptSliceChars) return false;
    work = 0;
    return true;
  };
  for (const line of linesOf(script)) {
    if (line !== null && !titlePage.take(line)) elements.take(line);
    if (worked(line?.length ?? limits.scriptSliceChars)) await nextTurn();
  }
  elements.end();
  const { kept, cast, scenes, count, lastFitting } = beats.end();
  const frames: ScriptFrame[] = [];
  for (const beat of kept) {
    frames.push({ ...beat, prompt: promptOf(beat, cast) });
    if (worked(beat.text.length)) await nextTurn();
  }
  return { ...titlePage.page(), scenes, count, lastFitting, frames };
};

/** The cost of a line beside its characters, in characters. */
const WORK_A_STEP = 32;

const promptOf = ({ heading, shots, text }: Beat, cast: Cast): string =>
  cut(
    [placeOf(heading), ...shots, castLine(text, cast), withoutLooks(text)]
      .filter((part) => part !== '')
      .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
      .map((part) => (/[.!?…。！？؟]$/u.test(part) ? part : `${part}.`))
      .join(' '),
    limits.promptCharsMax,
  );

/** Capitals are how a heading is written, and no names. */
const placeOf = (heading: string): string => (/\p{Ll}/u.test(heading) ? heading : heading.toLowerCase());
