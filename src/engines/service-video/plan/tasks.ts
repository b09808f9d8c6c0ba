/** The tasks of a child process. Files are named by their paths; those that a job makes have fixed names. */
import type { AssemblyRequest, ClipRequest, ReportRequest } from '../../../ports/engine.ts';

export type ClipTask = Pick<ClipRequest, 'width' | 'height' | 'durationMs' | 'seed' | 'captions' | 'card'> & {
  readonly kind: 'clip';
  /** A picture; null: the words on a plain ground. */
  readonly still: string | null;
  readonly words: string;
};

export type AssemblyTask = Pick<AssemblyRequest, 'title' | 'width' | 'height' | 'captions'> & {
  readonly kind: 'assembly';
  readonly clips: readonly string[];
  readonly speech: string | null;
  readonly music: string | null;
};

export type ReportTask = Omit<ReportRequest, 'makes' | 'film'> & { readonly kind: 'report'; readonly film: string };

export const CLIP_FILE = 'clip.mp4';
export const FILM_FILE = 'film.mp4';

export type VideoTask = ClipTask | AssemblyTask | ReportTask;

/** `ffmpeg`: the program, by its path; null: the library. */
export type VideoJob = { readonly task: VideoTask; readonly ffmpeg: string | null };
