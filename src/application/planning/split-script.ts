/**
 * The rule by which a script without a storyboard becomes frames: each paragraph of action is a frame, under the scene
 * heading that stands before it. Dialogue, character cues and transitions are not drawn.
 */
import { limits } from '../../kernel/limits.ts';
import { firstCharacters } from '../../kernel/text.ts';
import type { StoryboardFrame } from '../application.ts';

const HEADING = /^(?:\.(?!\.)|(?:INT|EXT|EST|INT\.?\/EXT|I\/E)[. ])/i;
const TRANSITION = /^(?:>.*[^<]|[^a-z]*TO:)$/;
const CUE = /^[^a-z]{1,60}$/;

export const splitScript = (script: string): StoryboardFrame[] => {
  const frames: StoryboardFrame[] = [];
  let heading: string | undefined;
  for (const paragraph of script.replaceAll('\r\n', '\n').split(/\n[ \t]*\n+/)) {
    const text = paragraph.trim();
    if (text === '' || TRANSITION.test(text)) continue;
    const [first = '', ...rest] = text.split('\n');
    if (HEADING.test(first)) {
      heading = first.replace(/^\./, '').trim();
      if (rest.length > 0) frames.push(frameOf(heading, rest.join(' ')));
      continue;
    }
    if (rest.length > 0 && CUE.test(first)) continue;
    frames.push(frameOf(heading, text.replaceAll('\n', ' ')));
  }
  return merge(frames, limits.framesMax);
};

const frameOf = (heading: string | undefined, action: string): StoryboardFrame => {
  if (heading === undefined) return { prompt: firstCharacters(action, limits.promptCharsMax) };
  return {
    prompt: firstCharacters(`${heading}. ${action}`, limits.promptCharsMax),
    title: firstCharacters(heading, limits.frameTitleCharsMax),
  };
};

/** A long script has more paragraphs than a storyboard has frames: neighbours are then drawn together. */
const merge = (frames: StoryboardFrame[], max: number): StoryboardFrame[] => {
  if (frames.length <= max) return frames;
  const perFrame = Math.ceil(frames.length / max);
  const merged: StoryboardFrame[] = [];
  for (let i = 0; i < frames.length; i += perFrame) {
    const group = frames.slice(i, i + perFrame);
    const prompt = firstCharacters(group.map((frame) => frame.prompt).join(' '), limits.promptCharsMax);
    merged.push({ ...group[0], prompt });
  }
  return merged;
};
