/** Scenes, sound and text as one MP4, in one run of the program. */
import { writeFile } from 'node:fs/promises';
import { TEXT_DESCRIPTION, textBytes, type TextSample, textSamples } from '../assembly/text-samples.ts';
import { Fault } from '../../../kernel/faults.ts';
import { FRAMES_PER_SECOND, lengthOfFrames } from '../plan/geometry.ts';
import { AAC_BIT_RATE, MP4_OPTIONS } from '../tools/encoding.ts';
import type { FilmParts } from '../tools/film-tools.ts';
import { blocksInput, ownInput, wordsOf } from './arguments.ts';
import { headOf } from './look.ts';
import { failing, feed, finish, startRun } from './run.ts';
import { bytesOf } from './sound.ts';

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

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
};

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(8 + content.length), Buffer.from(type, 'latin1'), content]);
};

/** No move, no turn. */
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const PER_SECOND = 1_000;
const UNDETERMINED = 0x55c4;

/** Samples without a gap between them: one without a text fills each. */
const withGaps = (samples: readonly TextSample[]): readonly TextSample[] =>
  samples.flatMap((sample, at) => {
    const from = samples[at - 1]?.until ?? 0;
    return from < sample.from ? [{ from, until: sample.from, bytes: textBytes('') }, sample] : [sample];
  });

/** A track of text as an MP4 of its own, which the program copies into a film. Pure. */
const textFile = (texts: readonly TextSample[]): Buffer => {
  const samples = withGaps(texts);
  const duration = samples.at(-1)?.until ?? 0;
  const head = box('ftyp', Buffer.from('isom'), u32(0), Buffer.from('isom'));
  const data = box('mdat', ...samples.map(({ bytes }) => bytes));
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), box('tx3g', u32(0), u16(0), u16(1), TEXT_DESCRIPTION)),
    box('stts', u32(0, samples.length, ...samples.flatMap(({ from, until }) => [1, until - from]))),
    box('stsc', u32(0, 1, 1, samples.length, 1)),
    box('stsz', u32(0, 0, samples.length, ...samples.map(({ bytes }) => bytes.length))),
    box('stco', u32(0, 1, head.length + 8)),
  );
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, PER_SECOND, duration), u16(UNDETERMINED), u16(0)),
    box('hdlr', u32(0, 0), Buffer.from('sbtl'), u32(0, 0, 0), Buffer.from([0])),
    box('minf', box('nmhd', u32(0)), box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))), table),
  );
  const movie = box(
    'moov',
    box('mvhd', u32(0, 0, 0, PER_SECOND, duration, 0x10000, 0x1000000, 0, 0), MATRIX, u32(0, 0, 0, 0, 0, 0, 2)),
    box('trak', box('tkhd', u32(7, 0, 0, 1, 0, duration, 0, 0, 0, 0), MATRIX, u32(0, 0)), media),
  );
  return Buffer.concat([head, data, movie]);
};
