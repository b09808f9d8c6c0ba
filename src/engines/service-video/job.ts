/** The jobs of films, each in a child process of its own: the only way to FFmpeg. */
import { assertNever } from '../../kernel/faults.ts';
import { CLIP_FILE, FILM_FILE, type VideoJob } from './plan/tasks.ts';
import { openTools } from './open-tools.ts';

/**
 * The job comes from this engine's own calls. Answers the number of frames, or a report. Only the libraries of its kind
 * are loaded.
 */
export const perform = async (input: unknown): Promise<unknown> => {
  const { task, ffmpeg } = input as VideoJob;
  const tools = await openTools(ffmpeg);
  switch (task.kind) {
    case 'clip':
      return (await import('./clip/make-clip.ts')).makeClip(tools, task, CLIP_FILE);
    case 'assembly':
      return (await import('./assembly/make-film.ts')).makeFilm(tools, task, FILM_FILE);
    case 'report':
      return (await import('./report/make-report.ts')).makeReport(tools, task);
    default:
      return assertNever(task);
  }
};
