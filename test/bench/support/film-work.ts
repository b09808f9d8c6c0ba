/** One minute of film at 768P: twelve scenes of drawn stills with captions, a voice and music. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssemblyRequest, Caption, ClipRequest } from '../../../src/ports/engine.ts';
import { babble, chord, wavOf } from '../../support/engines/films.ts';
import { paint } from '../../support/engines/painter.ts';

export const SCENES = 12;
export const SCENE_MS = 5_000;
export const FILM_SIZE = { width: 1_366, height: 768 } as const;

const SENTENCE = 'Ada walks along the quay in the rain, and thinks of the letter that she never sent.';

/** Two in each scene. */
const captionsFrom = (startMs: number): readonly Caption[] =>
  [0, 2_500].map((at) => ({ text: SENTENCE, startMs: startMs + at, endMs: startMs + at + 2_400 }));

/** As large as the engine draws them, so that the cost of drawing is no part of the measurement. */
export const stills = async (count: number): Promise<readonly Uint8Array[]> => {
  const pictures: Uint8Array[] = [];
  for (let seed = 0; seed < count; seed += 1) {
    pictures.push(await paint({ width: 1_628, height: 916, seed, prompt: `${SENTENCE} Shot ${seed}.` }));
  }
  return pictures;
};

export const clipRequest = (startFrame: Uint8Array, seed: number): ClipRequest => ({
  makes: 'clip',
  prompt: SENTENCE,
  negativePrompt: null,
  styleNotes: null,
  ...FILM_SIZE,
  durationMs: SCENE_MS,
  seed,
  startFrame,
  pictures: true,
  captions: captionsFrom(0),
  card: null,
});

export const soundFiles = async (folder: string, seconds: number): Promise<{ speech: string; music: string }> => {
  const [speech, music] = [join(folder, 'speech.wav'), join(folder, 'music.wav')];
  await writeFile(speech, wavOf(seconds, babble(0.5, seconds - 0.5)));
  await writeFile(music, wavOf(seconds, chord, 44_100));
  return { speech, music };
};

export const filmRequest = (
  clips: readonly string[],
  sounds: { readonly speech: string; readonly music: string },
): AssemblyRequest => ({
  makes: 'assembly',
  title: 'The letter',
  ...FILM_SIZE,
  clips: clips.map((path) => () => createReadStream(path)),
  speech: () => createReadStream(sounds.speech),
  music: () => createReadStream(sounds.music),
  captions: clips.flatMap((_, at) => captionsFrom(at * SCENE_MS)),
});
