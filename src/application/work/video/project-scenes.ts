/**
 * The scenes of a project: its accepted frames, in the order of its storyboard. A frame is shown for as many scenes as
 * its dialogue takes to say. Under a sound the frames share its length evenly, and each has a scene at least.
 */
import type { Timers } from '../../../ports/basics.ts';
import { limits } from '../../../kernel/limits.ts';
import { ok, refused, type Result } from '../../calls/result.ts';
import { type ScriptFrame, splitScript } from '../../projects/script/split-script.ts';
import type { Services } from '../../services/services.ts';
import type { FilmScene } from '../film/film.ts';
import { scenesOf, type Span } from '../film/scenes.ts';
import { fitting, joined, skippedOf, wordsOf } from '../speech/spoken.ts';
import { buildManifest } from '../storyboard/build-manifest.ts';
import type { ProjectState } from '../../../../commands/project/state.ts';

export type Staged = {
  readonly scenes: readonly FilmScene[];
  /** The words that no scene has the time for. */
  readonly unsaid: readonly string[];
  /** Of the frames of a project. */
  readonly framesRatio?: string;
};

export type ProjectDeps = Services & { readonly timers: Pick<Timers, 'nextTurn'> };

/** `sound`: the scenes of the length of a sound; null for none. Refusals: storyboard_not_found, frames_not_accepted. */
export const projectScenes = async (
  deps: ProjectDeps,
  workspaceId: string,
  state: ProjectState,
  projectId: string,
  sound: readonly Span[] | null,
): Promise<Result<Staged>> => {
  const { storyboard } = state;
  if (storyboard === null)
    return refused('storyboard_not_found', 'the project has no storyboard: PUT one, or a script');
  const manifest = await buildManifest(deps, workspaceId, projectId, { ...state, storyboard });
  const dialogue = sound === null ? await dialogueOf(deps, workspaceId, state) : new Map<string, string[]>();
  const frames = manifest.requirements.flatMap(({ prompt, carried }) => {
    const said = dialogue.get(prompt)?.shift() ?? '';
    return carried === null ? [] : [scenesOfFrame(prompt, carried.asset.key, said)];
  });
  if (frames.length === 0) return refused('frames_not_accepted', 'generate the storyboard, and accept its frames');
  const scenes = frames.flatMap((frame) => frame.scenes);
  const count = Math.min(scenes.length, limits.sceneCountMax);
  const past = scenes.slice(count).flatMap(({ line }) => wordsOf(line));
  return ok({
    scenes: spread(scenes.slice(0, count), sound !== null && sound.length >= count ? sound : scenesOf(0, count)),
    unsaid: [...frames.flatMap(({ unsaid }) => unsaid), ...past],
    framesRatio: manifest.aspectRatio,
  });
};

/**
 * The dialogue after a frame's beat, by the prompt that the rule makes of the beat. A script may repeat a beat: each
 * has its own dialogue, in their order.
 */
const dialogueOf = async (
  { artifacts, timers }: ProjectDeps,
  workspaceId: string,
  { script }: ProjectState,
): Promise<ReadonlyMap<string, string[]>> => {
  if (script === null) return new Map();
  const { frames } = await splitScript(await artifacts.named<string>(workspaceId, script.artifactHash), timers);
  const byPrompt = Map.groupBy(frames, ({ prompt }) => prompt);
  const saidIn = ({ dialogue }: ScriptFrame): string => dialogue.map(({ says }) => says).join(' ');
  return new Map([...byPrompt].map(([prompt, beats]) => [prompt, beats.map(saidIn)]));
};

type Drawn = Omit<FilmScene, 'startMs' | 'durationMs'>;

/** Over at least as many spans. */
const spread = (scenes: readonly Drawn[], spans: readonly Span[]): readonly FilmScene[] =>
  spans.flatMap((span, index) => {
    const scene = scenes[Math.floor((index * scenes.length) / spans.length)];
    return scene === undefined ? [] : [{ ...scene, ...span }];
  });

const scenesOfFrame = (prompt: string, startFrameKey: string, dialogue: string) => {
  const scenes: Drawn[] = [];
  const unsaid: string[] = [];
  let words = wordsOf(dialogue);
  do {
    const [now, later] = fitting(words, limits.sceneMs);
    scenes.push({ prompt, startFrameKey, line: joined(now), card: null });
    unsaid.push(...skippedOf(words, now, later));
    words = later;
  } while (words.length > 0 && scenes.length < limits.sceneCountMax);
  return { scenes, unsaid: [...unsaid, ...words] };
};
