import { createProgramTools } from './program/program-tools.ts';
import type { FilmTools } from './tools/film-tools.ts';

/** `ffmpeg`: the program, by its path; null: the library, which is loaded here and nowhere else. */
export const openTools = async (ffmpeg: string | null): Promise<FilmTools> =>
  ffmpeg === null ? (await import('./av/library-tools.ts')).libraryTools : createProgramTools(ffmpeg);
