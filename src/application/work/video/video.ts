/** POST video/create-job, video/start and video/orchestrate: the job of a film, answered once it is queued. */
import type { ProjectState } from '../../../../commands/project/state.ts';
import type { JobDetails } from '../../../../commands/job/state.ts';
import { limits } from '../../../kernel/limits.ts';
import { type Caller } from '../../calls/caller.ts';
import { requestKey } from '../../calls/idempotency.ts';
import { ok, type Result } from '../../calls/result.ts';
import { readProject } from '../../projects/project-gate.ts';
import { cut } from '../../projects/script/plain-text.ts';
import { meetProfile, whyBanned } from '../../settings/read-profile.ts';
import type { Profile } from '../../settings/profile.ts';
import { languageLimits, musicUnder, styleUnder } from '../../settings/under-profile.ts';
import { type FilmRatio, filmSize, type Resolution } from '../sizes.ts';
import { filmSpeaker, SILENT, type Speaker } from '../film/speaker.ts';
import type { Film, FilmScene } from '../film/film.ts';
import { scenesOf, type Span } from '../film/scenes.ts';
import { splitPrompt } from '../film/split-prompt.ts';
import { wantFilm } from '../film/want-film.ts';
import { languageOf } from '../speech/language-of.ts';
import { joined } from '../speech/spoken.ts';
import { answerCall, type CallDeps, type JobCall } from '../answer-call.ts';
import { startFrameAt } from '../../projects/reference-plates.ts';
import { projectScenes, type ProjectDeps, type Staged } from './project-scenes.ts';
import { routeProvider, type Routing } from './route-provider.ts';
import { type AudioInput, type SourceAudio, sourceAudioOf } from './source-audio.ts';

type VideoDeps = CallDeps &
  ProjectDeps & {
    /** The engine that is bound as provider_b; null for none. */
    readonly providerB: string | null;
  };

type Mode = 'automatic' | 'supervised';

type VideoInput = Routing &
  AudioInput & {
    readonly title: string;
    readonly prompt: string;
    /** In seconds. */
    readonly duration?: number;
    readonly scene_count?: number;
    readonly include_captions?: boolean;
    readonly referenceImageUrl?: string;
    readonly workflow_template?: string;
    readonly operator_mode?: Mode;
    readonly negative_prompt?: string;
    readonly resolution?: Resolution;
    readonly aspect_ratio?: FilmRatio;
    readonly orchestration_mode?: Mode;
    readonly include_music?: boolean;
    readonly include_photos?: boolean;
    readonly projectId?: string;
    readonly seed?: number;
    /** Of the voice that speaks; by the language of the words unless stated. */
    readonly voice_id?: string;
  };

/** spec, VideoStartRequest. */
const DEFAULT_SECONDS = 60;
const DEFAULT_RATIO = '16:9';

/** Of the prompt, for the mood of the music. */
const MUSIC_PROMPT_CHARS = 500;

type VideoOperation = Extract<JobDetails['operation'], `video_${string}`>;

const createVideoCall =
  (operation: VideoOperation): JobCall<VideoInput, VideoDeps> =>
  (services) =>
  async (caller, input, idempotency) => {
    const project = await projectOf(services, caller, input);
    if (project.kind === 'refused') return project;
    return answerCall(services, caller, requestKey(services, caller, operation, idempotency), async (deps) => {
      const met = await meetProfile(deps, caller, [input.title, input.prompt, input.workflow_template ?? '']);
      if (met.kind === 'refused') return met;
      const profile = met.value;
      const routed = routeProvider(input);
      if (routed.kind === 'refused') return routed;
      const audio = await sourceAudioOf(deps, caller.workspaceId, input);
      if (audio.kind === 'refused') return audio;
      const staged = await scenesFor(deps, caller, input, project.value, audio.value);
      if (staged.kind === 'refused') return staged;
      const { scenes, unsaid, framesRatio } = staged.value;
      const banned = whyBanned(profile, textsOf(scenes));
      if (banned !== undefined) return banned;
      const words = wordsOf(input, scenes);
      const speaker = await speakerFor(deps, input, words, profile);
      if (speaker.kind === 'refused') return speaker;
      const { voice } = speaker.value;
      const film = filmOf(input, scenes, voice, audio.value, profile);
      const isTold = film.captions || voice !== null;
      const untold = isTold ? [...languageLimits(profile, languageOf(words)), ...unsaidOf(unsaid)] : [];
      const unused = [...unusedBy(input, audio.value), ...cutBy(input, framesRatio)];
      const limitations = [...unused, ...(audio.value?.limitations ?? []), ...speaker.value.limitations, ...untold];
      const { operator_mode: operator, orchestration_mode: orchestration, seed } = input;
      const checkpoints = { atStart: orchestration === 'supervised', between: operator === 'supervised' };
      const job = { kind: 'video', operation, projectId: input.projectId ?? null } as const;
      const engine = audio.value?.engine ?? routed.value;
      return wantFilm(deps, { ...job, film, checkpoints, engine, seed, limitations });
    });
  };

export const createCreateVideo = createVideoCall('video_create');
export const createStartVideo = createVideoCall('video_start');
export const createOrchestrateVideo = createVideoCall('video_orchestrate');

/** Null where the film is of no project. Refusals: those of the project. */
const projectOf = async (
  { commands }: ProjectDeps,
  caller: Caller,
  { projectId }: VideoInput,
): Promise<Result<ProjectState | null>> => {
  if (projectId === undefined) return ok(null);
  const found = await readProject(commands, caller, projectId);
  return found.kind === 'refused' ? found : ok(found.value.state);
};

const scenesFor = async (
  deps: ProjectDeps,
  caller: Caller,
  input: VideoInput,
  project: ProjectState | null,
  audio: SourceAudio | null,
): Promise<Result<Staged>> => {
  const spans = spansFor(input, audio);
  if (project !== null) {
    const sound = audio === null ? null : spans;
    return projectScenes(deps, caller.workspaceId, project, input.projectId ?? '', sound);
  }
  const start = await startFrameAt(deps.references, caller.workspaceId, input.referenceImageUrl, '/referenceImageUrl');
  if (start.kind === 'refused') return start;
  const { beats, unsaid } = splitPrompt(input.prompt, spans);
  const scenes = spans.map((span, index) => ({
    ...span,
    // A scene without pictures shows its prompt as text.
    prompt: (input.include_photos === false ? beats[index]?.text : beats[index]?.prompt) ?? input.prompt,
    line: beats[index]?.line ?? '',
    startFrameKey: index === 0 ? start.value : null,
    card: null,
  }));
  return ok({ scenes, unsaid });
};

/** A film of a sound is as long as the sound, unless a length is given. */
const spansFor = ({ duration, scene_count: count }: VideoInput, audio: SourceAudio | null): readonly Span[] =>
  scenesOf(duration ?? (audio === null ? DEFAULT_SECONDS : secondsOf(audio)), count);

/** Encoders fill up a last packet: a rest that is too short to show is no scene. */
const secondsOf = ({ durationMs }: SourceAudio): number => {
  const restMs = durationMs % limits.sceneMs;
  const shownMs = restMs < limits.sceneMsMin ? durationMs - restMs : durationMs;
  return Math.max(limits.filmSecondsMin, shownMs / 1_000);
};

const filmOf = (
  input: VideoInput,
  scenes: readonly FilmScene[],
  voice: string | null,
  audio: SourceAudio | null,
  profile: Profile,
): Film => ({
  title: input.title,
  ...filmSize(input.resolution ?? '768P', input.aspect_ratio ?? DEFAULT_RATIO),
  ...styleUnder(profile, {
    negativePrompt: input.negative_prompt ?? null,
    styleNotes: input.workflow_template ?? null,
  }),
  pictures: input.include_photos ?? true,
  scenes,
  // The words of a sound are not known, and those of the prompt are not said in it.
  captions: audio === null && (input.include_captions ?? true),
  voice,
  ...(audio === null ? {} : { soundKey: audio.key }),
  music:
    input.include_music === true
      ? musicUnder(profile, `${input.title}. ${input.prompt.slice(0, MUSIC_PROMPT_CHARS).toWellFormed()}`)
      : null,
});

/** The members of a request that its film has no use for, as its answer says. */
const unusedBy = (input: VideoInput, audio: SourceAudio | null): readonly string[] => [
  ...unusedByProject(input, audio),
  ...(audio === null && input.source_audio_url !== undefined
    ? ['source_audio_url is not used: only a film with the input_modality audio_to_video plays it']
    : []),
  ...(input.include_voiceover !== true && input.voice_id !== undefined
    ? ['voice_id is not used: nothing is spoken without include_voiceover']
    : []),
];

/** A sound may be trimmed. */
const unusedByProject = (
  { projectId, duration, scene_count: count, referenceImageUrl: picture }: VideoInput,
  audio: SourceAudio | null,
): readonly string[] => {
  const lengths = audio === null ? { duration, scene_count: count } : {};
  const given = Object.entries({ ...lengths, referenceImageUrl: picture }).filter(([, value]) => value !== undefined);
  if (projectId === undefined || given.length === 0) return [];
  return [`the accepted frames of the project are its scenes; not used: ${given.map(([name]) => name).join(', ')}`];
};

/** A frame of another shape than the film fills it, and loses what is outside. */
const cutBy = ({ aspect_ratio: ratio = DEFAULT_RATIO }: VideoInput, framesRatio: string = ratio): readonly string[] =>
  framesRatio === ratio ? [] : [`the frames are ${framesRatio} and the film is ${ratio}: what does not fit is cut off`];

/** A scene says the words that it has the time for, in captions or by a voice. */
const unsaidOf = (words: readonly string[]): readonly string[] =>
  words.length === 0 ? [] : [`no scene has the time for these words: ${cut(joined(words), limits.shortTextCharsMax)}`];

/** Frames of a project bring words of their own. */
const textsOf = (scenes: readonly FilmScene[]): readonly string[] =>
  scenes.flatMap(({ prompt, line }) => [prompt, line]);

/** The words that are said, or shown as captions. */
const wordsOf = ({ projectId, prompt }: VideoInput, scenes: readonly FilmScene[]): string =>
  projectId === undefined ? prompt : scenes.map(({ line }) => line).join(' ');

const speakerFor = async (
  deps: ProjectDeps,
  { include_voiceover: isAsked, voice_id: asked }: VideoInput,
  words: string,
  profile: Profile,
): Promise<Result<Speaker>> => (isAsked === true ? filmSpeaker(deps, words, asked, profile) : ok(SILENT));
