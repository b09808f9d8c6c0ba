/** A task of this engine in a child process, with the tools that the engine has. */
import { limits } from '../../kernel/limits.ts';
import type { Engine, ImageRequest, Scratch, Streamed } from '../../ports/engine.ts';
import type { Children, Job, JobDone } from '../child/children.ts';
import { isShortFilm } from './description.ts';
import type { VideoJob, VideoTask } from './plan/tasks.ts';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../kernel/faults.ts';
import { bounded } from '../../kernel/streamed-content.ts';
import { onDisk } from '../child/on-disk.ts';

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

export type Spooled = { readonly path: string; readonly bytes: number };

/**
 * A stream of a request as a file of a folder, which a child process reads. Faults: `rejected` for a stream of more
 * bytes, `unavailable` for the disk, those of the stream, `cancelled`.
 */
export const spooled = async (
  stream: Streamed,
  { folder, name, bytesMax, signal }: { folder: string; name: string; bytesMax: number; signal: AbortSignal },
): Promise<Spooled> => {
  const path = join(folder, name);
  const file = createWriteStream(path);
  const tooMany = (): Fault => new Fault('rejected', `${name} has more than ${bytesMax} bytes`);
  try {
    await onDisk(async () => pipeline(bounded(stream(), bytesMax, tooMany), file, { signal }));
  } catch (error) {
    throw signal.aborted ? new Fault('cancelled', 'the call was called off', { cause: error }) : error;
  }
  return { path, bytes: file.bytesWritten };
};
