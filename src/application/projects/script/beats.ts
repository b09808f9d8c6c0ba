/**
 * From the elements of a script to its beats, one for each paragraph of action. Speech belongs to the beat before it; a
 * scene without action is one beat of its speakers. All are counted; as many as fit a storyboard are kept.
 */
import { limits } from '../../../kernel/limits.ts';
import { type Cast, introduce } from './cast.ts';
import type { Element } from './elements.ts';
import { shotsIn, withoutMarkup } from './plain-text.ts';

export type Speech = { readonly who: string; readonly says: string };

export type Beat = {
  /** Counts the scenes of the script from 1; 0 before the first. */
  readonly scene: number;
  /** Of the scene as the script numbers it, else as it is counted. */
  readonly sceneId: string;
  /** As written, e.g. `INT. DINER - DAWN`; empty before the first scene. */
  readonly heading: string;
  /** Counts the beats of the scene from 0. */
  readonly place: number;
  /** The action as people read it. */
  readonly text: string;
  /** How the notes before it or in it want it framed. */
  readonly shots: readonly string[];
  /** Speech after it, up to the next beat. */
  readonly dialogue: readonly Speech[];
};

export type Beats = {
  /** Of the whole script, with those that are outside the range. */
  readonly scenes: number;
  /** All beats of the range, kept or not. */
  readonly count: number;
  /** The first of them, at most `framesMax`. */
  readonly kept: readonly Beat[];
  /** The last scene that fits a storyboard together with all before it. */
  readonly lastFitting: number;
  readonly cast: Cast;
};

/** The first and the last scene to take, counted from 1; null takes all. */
export type SceneRange = readonly [first: number, last: number] | null;

type Scene = {
  readonly number: number;
  readonly id: string;
  readonly heading: string;
  beats: number;
  speakers: string[];
};

export const createBeats = (range: SceneRange) => {
  const kept: Beat[] = [];
  const cast = new Map<string, string>();
  let scene: Scene = { number: 0, id: '', heading: '', beats: 0, speakers: [] };
  let shots: string[] = [];
  /** Said before the first action of the scene. */
  let before: Speech[] = [];
  let current: Speech[] = before;
  let count = 0;
  let speeches = 0;
  let lastFitting = 0;

  const isTaken = (): boolean => range === null || (scene.number >= range[0] && scene.number <= range[1]);

  const add = (text: string): void => {
    const { number, id, heading, beats: place } = scene;
    scene.beats += 1;
    const beat = { scene: number, sceneId: id, heading, place, text, shots, dialogue: before };
    current = before;
    before = [];
    shots = [];
    if (!isTaken()) return;
    count += 1;
    if (kept.length < limits.framesMax) kept.push(beat);
  };

  const endScene = (): void => {
    // Speech before the first scene and before any action belongs to no beat.
    if (scene.beats === 0 && scene.number > 0) add(talkOf(scene.speakers));
    if (count <= limits.framesMax) lastFitting = scene.number;
    before = [];
    current = before;
    shots = [];
  };

  const take = (element: Element): void => {
    if (element.kind === 'heading') {
      endScene();
      const number = scene.number + 1;
      scene = { number, id: element.number || String(number), heading: element.text, beats: 0, speakers: [] };
      return;
    }
    if (element.kind === 'action') {
      shots.push(...shotsIn(element.text).slice(0, limits.scriptShotsMax - shots.length));
      const text = withoutMarkup(element.text);
      introduce(cast, text);
      if (text !== '') add(text);
      return;
    }
    const { who, says } = element;
    if (!scene.speakers.includes(who) && scene.speakers.length < limits.scriptSpeakersMax) scene.speakers.push(who);
    if (speeches === limits.scriptSpeechesMax || !isTaken()) return;
    speeches += 1;
    current.push({ who, says });
  };

  const end = (): Beats => {
    endScene();
    return { scenes: scene.number, count, kept, lastFitting, cast };
  };

  return { take, end };
};

const talkOf = (speakers: readonly string[]): string =>
  speakers.length === 0 ? 'Establishing shot.' : `${speakers.join(' and ')} ${speakers.length > 1 ? 'talk' : 'talks'}.`;
