/** Scenes, sound and text as one MP4, in one run of the program. */
import { writeFile } from 'node:fs/promises';
import { textSamples } from '../assembly/text-samples.ts';
import { Fault } from '../../../kernel/faults.ts';
import { FRAMES_PER_SECOND, lengthOfFrames } from '../plan/geometry.ts';
import { AAC_BIT_RATE, MP4_OPTIONS } from '../tools/encoding.ts';
import type { FilmParts } from '../tools/film-tools.ts';
import { blocksInput, ownInput, wordsOf } from './arguments.ts';
import { headOf } from './look.ts';
import { failing, feed, finish, startRun } from './run.ts';
import { bytesOf } from './sound.ts';
import { textFile } from './text-file.ts';

/** Files of the job. */
const LIST = 'clips.txt';
const TEXT = 'text.mp4';

/** The list that the demuxer `concat` reads. */
const listOf = (paths: readonly string[]): string =>
  ['ffconcat version 1.0', ...paths.map((path) => `file 'file:${path.replaceAll("'", String.raw`'\''`)}'`)].join('\n');

/** It counts in microseconds: each packet is put back to its 24th of a second. */
const inStep = ['pts', 'dts'].map(
  (name) => `${name}=round(${name.toUpperCase()}*TB*${FRAMES_PER_SECOND})/${FRAMES_PER_SECOND}/TB`,
);
const IN_STEP = `setts=${inStep.join(':')}:duration=1/${FRAMES_PER_SECOND}/TB`;

export const joinFilm = async (ffmpeg: string, parts: FilmParts, output: string): Promise<void> => {
  const { title, clips, lengths, sound, captions } = parts;
  const frames = lengths.reduce((sum, length) => sum + length, 0);
  const texts = textSamples(captions, lengthOfFrames(frames));
  await writeFile(LIST, listOf(clips));
  await writeFile(TEXT, textFile(texts));
  const captioned = texts.length > 0;
  const scenes = [...wordsOf({ safe: '0', auto_convert: '0' }), ...ownInput('concat', LIST)];
  const inputs = [...blocksInput, ...scenes, ...(captioned ? ownInput('mov', TEXT) : [])];
  const maps = ['1:v', '0:a', ...(captioned ? ['2:s'] : [])].flatMap((stream) => ['-map', stream]);
  const copied = { 'c:v': 'copy', 'bsf:v': IN_STEP, 'c:s': 'copy' };
  const encoded = { 'c:a': 'aac', 'b:a': String(AAC_BIT_RATE) };
  const named = { map_metadata: '-1', metadata: `title=${title.replaceAll('\0', '')}` };
  const words = wordsOf({ ...copied, ...encoded, ...named, ...MP4_OPTIONS, f: 'mp4' });
  const run = startRun(ffmpeg, ['-y', ...inputs, ...maps, ...words, `file:${output}`]);
  await feed(run, bytesOf(sound));
  await finish(run, failing('to join the clips'));
  const made = (await headOf(ffmpeg, output, 'the film')).streams.find(({ kind }) => kind === 'video');
  const count = made?.kind === 'video' ? made.frames : 0;
  if (count !== frames) throw new Fault('rejected', `the clips have ${count} frames, and say ${frames}`);
};
