/** The jobs of films, each in a child process of its own: the only way to the native library. */
import { assertNever } from '../../kernel/faults.ts';
import { makeFilm } from './assembly/make-film.ts';
import { makeClip } from './clip/make-clip.ts';
import { makeReport } from './report/make-report.ts';
import { CLIP_FILE, FILM_FILE, type VideoTask } from './plan/tasks.ts';

/** The task comes from this engine's own calls. Answers the number of frames, or a report. */
export const perform = async (input: unknown): Promise<unknown> => {
  const task = input as VideoTask;
  switch (task.kind) {
    case 'clip':
      return makeClip(task, CLIP_FILE);
    case 'assembly':
      return makeFilm(task, FILM_FILE);
    case 'report':
      return makeReport(task);
    default:
      return assertNever(task);
  }
};
