/**
 * From a screenplay in Fountain format to a storyboard. Each paragraph of action is a frame under the heading of its
 * scene; what is said goes with the frame before it; a scene without action is one frame of those who speak in it.
 */
import { Fountain } from 'fountain-js';
import type { Token } from 'fountain-js';
import { limits } from '../../kernel/limits.ts';
import type { Board, BoardFrame, Line } from './board.ts';
import { castIn, castLine, withoutLooks } from './cast.ts';
import type { Cast } from './cast.ts';
import { cut, oneLine, shotsIn, withoutMarkup } from './plain-text.ts';
import { UserError } from './user-error.ts';

type Beat = { readonly text: string; readonly shots: readonly string[]; readonly dialogue: Line[] };
type Scene = { readonly heading: string; readonly id: string; readonly beats: Beat[]; readonly unplaced: Line[] };

/** `scenes`: the first and the last to take, counted from 1; null takes all. Throws a UserError where none is found. */
export const boardOf = (screenplay: string, taken: readonly [first: number, last: number] | null = null): Board => {
  const tokens = tokensOf(screenplay);
  const scenes = scenesOf(tokens);
  const found = scenes.filter(({ heading }) => heading !== '').length;
  if (found === 0) {
    throw new UserError('no scenes found: in Fountain, a scene opens with a line such as INT. KITCHEN - DAY');
  }
  const cast = castIn(scenes.flatMap(({ beats }) => beats.map(({ text }) => text)));
  const frames = scenes
    .flatMap((scene, index) => framesOf(scene, scenes[0]?.heading === '' ? index : index + 1, cast))
    .filter(({ scene }) => taken === null || (scene >= taken[0] && scene <= taken[1]));
  if (frames.length === 0) throw new UserError(`nothing to draw in these scenes; the screenplay has ${found} of them`);
  if (frames.length > limits.framesMax) throw new UserError(tooMany(frames, found));
  return { title: titleOf(tokens), byline: bylineOf(tokens), scenes: found, frames };
};

/** A new parser each time: it keeps the tokens of its last text. */
const tokensOf = (screenplay: string): readonly Token[] =>
  new Fountain().parse(screenplay.replaceAll('\r\n', '\n').replaceAll('\r', '\n'), true).tokens;

const scenesOf = (tokens: readonly Token[]): readonly Scene[] => {
  const scenes: Scene[] = [];
  let scene = newScene('', '0');
  let who = '';
  let shots: string[] = [];
  for (const { type, text = '', scene_number: number = '' } of tokens) {
    switch (type) {
      case 'scene_heading':
        scene = newScene(withoutMarkup(text), withoutMarkup(number));
        scenes.push(scene);
        shots = [];
        break;
      case 'note':
        shots.push(...shotsIn(`[[${text}]]`));
        break;
      case 'action': {
        shots.push(...shotsIn(text));
        const told = withoutMarkup(text);
        if (told === '' || TRANSITION.test(told)) break;
        if (scene.heading === '' && scenes.length === 0) scenes.push(scene);
        scene.beats.push({ text: told, shots, dialogue: scene.unplaced.splice(0) });
        shots = [];
        break;
      }
      case 'character':
        who = withoutMarkup(text).replace(/ ?\(.*$/u, '');
        break;
      case 'dialogue':
        (scene.beats.at(-1)?.dialogue ?? scene.unplaced).push({ who, says: withoutMarkup(text) });
        break;
      default:
      // Transitions, lyrics, sections and the like are not drawn.
    }
  }
  return scenes;
};

/** What stands alone in capitals and ends a scene or opens one; the format itself knows only what ends in TO: */
const TRANSITION = /^(?:FADE|CUT|DISSOLVE|SMASH|MATCH CUT|WIPE|IRIS)\b[^\p{Ll}]*$/u;

const newScene = (heading: string, id: string): Scene => ({ heading, id, beats: [], unplaced: [] });

const framesOf = (scene: Scene, number: number, cast: Cast): readonly BoardFrame[] => {
  const id = scene.id === '' ? String(number) : scene.id;
  const beats = scene.beats.length > 0 ? scene.beats : [talk(scene)];
  return beats.map(({ text, shots, dialogue }, index) => ({
    label: labelOf(id, index),
    scene: number,
    sceneId: cut(id, limits.sceneIdCharsMax),
    heading: scene.heading,
    text,
    dialogue,
    prompt: cut(
      promptOf([placeOf(scene.heading), ...shots, castLine(text, cast), withoutLooks(text)]),
      limits.promptCharsMax,
    ),
  }));
};

const talk = ({ unplaced }: Scene): Beat => {
  const who = [...new Set(unplaced.map((line) => line.who))];
  const text = who.length === 0 ? 'Establishing shot.' : `${who.join(' and ')} ${who.length > 1 ? 'talk' : 'talks'}.`;
  return { text, shots: [], dialogue: unplaced };
};

/** Capitals are how a heading is written, and no names. */
const placeOf = (heading: string): string => (/\p{Ll}/u.test(heading) ? heading : heading.toLowerCase());

const promptOf = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .map((part) => (/[.!?…]$/u.test(part) ? part : `${part}.`))
    .join(' ');

/** `7` and the first frame are `7A`; `7A`, as a numbered screenplay may have it, is `7A.1`. */
const labelOf = (id: string, index: number): string =>
  /\d$/u.test(id) ? `${id}${letters(index)}` : `${id}.${index + 1}`;

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

const titleOf = (tokens: readonly Token[]): string => cut(titlePage(tokens, ['title']) || 'Untitled', 80);

const bylineOf = (tokens: readonly Token[]): string => {
  const author = titlePage(tokens, ['author', 'authors']);
  if (author === '') return '';
  return cut(`${titlePage(tokens, ['credit']) || 'written by'} ${author}`, 160);
};

const titlePage = (tokens: readonly Token[], keys: readonly string[]): string => {
  const found = tokens.find(({ type, is_title: isTitle }) => isTitle === true && keys.includes(type));
  return oneLine(withoutMarkup(found?.text ?? ''));
};

const tooMany = (frames: readonly BoardFrame[], scenes: number): string => {
  const [first] = frames;
  const last = frames[limits.framesMax];
  const fit = first === undefined || last === undefined ? 0 : last.scene - 1;
  const hint = fit >= (first?.scene ?? 1) ? `, for example --scenes ${Math.max(1, first?.scene ?? 1)}-${fit}` : '';
  return (
    `${frames.length} frames, and a storyboard holds at most ${limits.framesMax}: ` +
    `take some of the ${scenes} scenes${hint}`
  );
};
