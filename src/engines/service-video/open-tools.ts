import type { FilmTools } from './tools/film-tools.ts';
import { joinFilm } from './program/join-film.ts';
import { headOf, picturesOf, textsOf } from './program/look.ts';
import { blocksOf, louder, loudnessOf } from './program/sound.ts';
import { createVideoFile } from './program/video-file.ts';

/** `ffmpeg`: the program, by its path; null: the library, which is loaded here and nowhere else. */
export const openTools = async (ffmpeg: string | null): Promise<FilmTools> =>
  ffmpeg === null ? (await import('./av/library-tools.ts')).libraryTools : createProgramTools(ffmpeg);

/** The tools by the program `ffmpeg`, which the child process of the job starts for each step. */
const createProgramTools = (ffmpeg: string): FilmTools => ({
  createVideoFile: async (path, size) => Promise.resolve(createVideoFile(ffmpeg, path, size)),
  headOf: async (path, thing) => headOf(ffmpeg, path, thing),
  picturesOf: (path, thing) => picturesOf(ffmpeg, path, thing),
  textsOf: async (path, thing) => textsOf(ffmpeg, path, thing),
  blocksOf: (path, thing, allowed) => blocksOf(ffmpeg, path, thing, allowed),
  loudnessOf: async (blocks, options) => loudnessOf(ffmpeg, blocks, options),
  louder: (blocks, gain) => louder(ffmpeg, blocks, gain),
  joinFilm: async (parts, output) => joinFilm(ffmpeg, parts, output),
});
