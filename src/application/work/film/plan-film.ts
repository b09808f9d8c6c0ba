/** The inputs of a film's tasks: its content, and the outputs of the tasks before. */
import { seedOf } from '../../../../commands/job/ladder.ts';
import { taskIn } from '../../../../commands/job/queries.ts';
import type { TaskState } from '../../../../commands/job/state.ts';
import type { Extent } from '../../../kernel/extent.ts';
import { assert, Fault } from '../../../kernel/faults.ts';
import type { AssemblyRequest, Caption, EngineRequest, ReportRequest, Streamed } from '../../../ports/engine.ts';
import { type PlanDeps, plannedOf, type PlanTask, type QueuedJob, referenceAt } from '../content.ts';
import { captionsOfLine, captionsOfWords, within } from './captions.ts';
import { FILM, MUSIC, sceneTaskId, SPEECH } from './film-tasks.ts';
import type { Film, FilmScene, SpokenWords } from './film.ts';
import { lengthOf } from './scenes.ts';

type Deps = Pick<PlanDeps, 'objects' | 'addressFor'>;

export const planFilm: PlanTask = async ({ artifacts, ...deps }, job, task) =>
  plannedOf(
    artifacts.named<Film>(job.details.workspaceId, job.details.contentHash),
    async (film) => requestOf(deps, film, job, task),
    (film) => (task.makes === 'clip' ? sceneOf(film, task) : film),
    (film) => leastOf(film, task),
  );

const requestOf = async (deps: Deps, film: Film, job: QueuedJob, task: TaskState): Promise<EngineRequest> => {
  const { makes } = task;
  const seed = seedOf(task.seed, task.attempt);
  const { title, width, height } = film;
  switch (makes) {
    case 'clip':
      return clipOf(deps, film, job, task);
    case 'speech':
      return { makes, ...speechOf(film) };
    case 'music':
      return { makes, prompt: film.music ?? title, durationMs: lengthOf(film.scenes), instrumental: true, seed };
    case 'assembly':
      return { makes, title, width, height, ...(await assemblyOf(deps, film, job)) };
    case 'report':
      return { makes, width, height, ...(await reportOf(deps, film, job)) };
    case 'image':
      throw new Fault('rejected', 'a film has no picture of its own');
  }
};

/** The assembly looks at the sides of scenes. */
const leastOf = (film: Film, task: TaskState): Extent => {
  if (task.makes === 'clip') return { durationMs: sceneOf(film, task).durationMs };
  return task.makes === 'music' ? { durationMs: lengthOf(film.scenes) } : {};
};

const sceneOf = ({ scenes }: Film, { taskId }: Pick<TaskState, 'taskId'>): FilmScene => {
  const scene = scenes.find((_, index) => sceneTaskId(index) === taskId);
  assert(scene !== undefined, `the film has no ${taskId}`);
  return scene;
};

const clipOf = async (
  { objects, addressFor }: Deps,
  film: Film,
  job: QueuedJob,
  task: TaskState,
): Promise<EngineRequest> => {
  const scene = sceneOf(film, task);
  const { prompt, durationMs, startFrameKey, card } = scene;
  const { negativePrompt, styleNotes, width, height, pictures, soundKey } = film;
  const url = soundKey === undefined ? null : (addressFor?.(soundKey) ?? null);
  return {
    makes: 'clip',
    prompt,
    negativePrompt,
    styleNotes,
    width,
    height,
    durationMs,
    seed: seedOf(task.seed, task.attempt),
    startFrame: startFrameKey === null ? null : await referenceAt(objects, startFrameKey),
    pictures,
    captions: within(await captionsOf({ objects }, film, job), scene),
    card,
    ...(url === null ? {} : { sound: { url, startMs: scene.startMs } }),
  };
};

const speechOf = ({ scenes, voice }: Film) => ({
  lines: scenes.flatMap(({ line, startMs }) => (line === '' ? [] : [{ text: line, startMs }])),
  voice: voice ?? '',
});

/** A person may have ended the film before its last scene. */
const finishedScenes = ({ scenes }: Film, job: QueuedJob): readonly FilmScene[] =>
  scenes.filter((_, index) => taskIn(job, sceneTaskId(index))?.status === 'accepted');

const assemblyOf = async (
  deps: Deps,
  film: Film,
  job: QueuedJob,
): Promise<Pick<AssemblyRequest, 'clips' | 'speech' | 'music' | 'captions'>> => {
  const clips = film.scenes.flatMap((_, index) => outputOf(deps, job, sceneTaskId(index)) ?? []);
  return {
    clips,
    speech: soundOf(deps, film) ?? outputOf(deps, job, SPEECH),
    music: outputOf(deps, job, MUSIC),
    captions: await captionsOfFinished(deps, film, job),
  };
};

const reportOf = async (
  deps: Deps,
  film: Film,
  job: QueuedJob,
): Promise<Omit<ReportRequest, 'makes' | 'width' | 'height'>> => {
  const output = outputOf(deps, job, FILM);
  if (output === null) throw new Fault('rejected', 'there is no film to report on');
  const scenes = finishedScenes(film, job);
  return {
    film: output,
    durationMs: lengthOf(scenes),
    sceneStartsMs: scenes.map(({ startMs }) => startMs),
    captions: await captionsOfFinished(deps, film, job),
    hasSpeech: (soundOf(deps, film) ?? outputOf(deps, job, SPEECH)) !== null,
    hasMusic: outputOf(deps, job, MUSIC) !== null,
  };
};

const soundOf = ({ objects }: Deps, { soundKey }: Film): Streamed | null =>
  soundKey === undefined ? null : () => objects.read(soundKey);

/** Null for a task that the film does not have, or that made nothing. */
const outputOf = ({ objects }: Deps, job: QueuedJob, taskId: string): Streamed | null => {
  const task = taskIn(job, taskId);
  if (task?.status !== 'accepted' || task.asset === null) return null;
  const { key } = task.asset;
  return () => objects.read(key);
};

const captionsOfFinished = async (deps: Deps, film: Film, job: QueuedJob): Promise<readonly Caption[]> => {
  const endMs = lengthOf(finishedScenes(film, job));
  return (await captionsOf(deps, film, job)).filter(({ startMs }) => startMs < endMs);
};

/** In the time of the film. */
const captionsOf = async (deps: Deps, film: Film, job: QueuedJob): Promise<readonly Caption[]> => {
  if (!film.captions) return [];
  const words = await wordsOf(deps, job);
  return words === null ? film.scenes.flatMap((scene) => captionsOfLine(scene.line, scene)) : captionsOfWords(words);
};

/** Null for a film without a voice. Fault `rejected`: they are lost. */
const wordsOf = async ({ objects }: Deps, job: QueuedJob): Promise<SpokenWords | null> => {
  const words = taskIn(job, SPEECH)?.attachments.find(({ name }) => name === 'words');
  if (words === undefined) return null;
  return JSON.parse(Buffer.from(await referenceAt(objects, words.asset.key)).toString()) as SpokenWords;
};
