/** The tools of films by the library, in the process of the job. */
import type { FilmTools } from '../tools/film-tools.ts';
import { createVideoFile } from './h264.ts';
import { joinFilm } from './join-film.ts';
import { headOf, picturesOf, textsOf } from './look.ts';
import { louder, loudnessOf } from './loudness.ts';
import { blocksOf } from './samples.ts';

export const libraryTools: FilmTools = {
  createVideoFile,
  headOf,
  picturesOf,
  textsOf,
  blocksOf,
  loudnessOf,
  louder,
  joinFilm,
};
