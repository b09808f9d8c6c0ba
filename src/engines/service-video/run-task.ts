/** A task of this engine in a child process, with the tools that the engine has. */
import { limits } from '../../kernel/limits.ts';
import type { Engine, ImageRequest, Scratch } from '../../ports/engine.ts';
import type { Children, Job, JobDone } from '../child/children.ts';
import { isShortFilm } from './description.ts';
import type { VideoJob, VideoTask } from './plan/tasks.ts';

export type Makers = {
  readonly children: Children;
  /** FFmpeg's program, by its path; null: the library. */
  readonly ffmpeg: string | null;
  /** Draws the still of a scene that has no picture. */
  readonly painter: Engine<ImageRequest>;
};

export type Call<R> = {
  readonly key: string;
  readonly request: R;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
};

type TaskRun<T> = {
  readonly task: VideoTask;
  readonly bounds: Omit<Job<T>['bounds'], 'heapMiB'>;
  readonly read: Job<T>['read'];
};

/** Pixels are outside of the JavaScript heap. */
const HEAP_MIB = 192;
const SCRIPT = new URL('./job.ts', import.meta.url);

/** Of an assembly or a report: what is made of a few scenes is a short job. */
export const filmDeadlineMs = (scenes: number): number =>
  isShortFilm(scenes) ? limits.childShortDeadlineMs : limits.filmDeadlineMs;

export const runTask = async <T>(
  { children, ffmpeg }: Makers,
  { task, bounds, read }: TaskRun<T>,
  { scratch, signal }: Pick<Call<unknown>, 'scratch' | 'signal'>,
): Promise<JobDone<T>> => {
  const input: VideoJob = { task, ffmpeg };
  const job = { script: SCRIPT, input, bounds: { ...bounds, heapMiB: HEAP_MIB }, read };
  return children.run({ ...job, startsPrograms: ffmpeg !== null }, scratch, signal);
};
