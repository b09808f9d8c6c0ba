/** The tools of films by the program `ffmpeg`, which the child process of the job starts for each step. */
import type { FilmTools } from '../tools/film-tools.ts';
import { joinFilm } from './join-film.ts';
import { headOf, picturesOf, textsOf } from './look.ts';
import { blocksOf, louder, loudnessOf } from './sound.ts';
import { createVideoFile } from './video-file.ts';

export const createProgramTools = (ffmpeg: string): FilmTools => ({
  createVideoFile: async (path, size) => Promise.resolve(createVideoFile(ffmpeg, path, size)),
  headOf: async (path, thing) => headOf(ffmpeg, path, thing),
  picturesOf: (path, thing) => picturesOf(ffmpeg, path, thing),
  textsOf: async (path, thing) => textsOf(ffmpeg, path, thing),
  blocksOf: (path, thing, allowed) => blocksOf(ffmpeg, path, thing, allowed),
  loudnessOf: async (blocks, options) => loudnessOf(ffmpeg, blocks, options),
  louder: (blocks, gain) => louder(ffmpeg, blocks, gain),
  joinFilm: async (parts, output) => joinFilm(ffmpeg, parts, output),
});
