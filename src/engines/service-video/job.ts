/** The jobs of films, each in a child process of its own: the only way to the native library. */
import { makeFilm } from './assembly/make-film.ts';
import { makeClip } from './clip/make-clip.ts';
import { CLIP_FILE, FILM_FILE, type VideoTask } from './plan/tasks.ts';

/** The task comes from this engine's own calls. Answers the number of frames. */
export const perform = async (input: unknown): Promise<unknown> => {
  const task = input as VideoTask;
  return task.kind === 'clip' ? makeClip(task, CLIP_FILE) : makeFilm(task, FILM_FILE);
};
