/** Sound by the program: blocks of samples go in and come out by pipes. */
import type { Allowed } from '../tools/allowed.ts';
import { type Loudness, SILENCE_LUFS } from '../tools/film-tools.ts';
import { AS_FLOATS, BLOCK, decibels, louderFilter, loudnessFilter } from '../tools/sound-filters.ts';
import { blocksInput, blocksOutput, fileInput } from './arguments.ts';
import { failing, feed, piecesOf, type Run, startRun, unreadable } from './run.ts';

const BLOCK_BYTES = 2 * BLOCK * Float32Array.BYTES_PER_ELEMENT;

export async function* blocksOf(
  ffmpeg: string,
  path: string,
  thing: string,
  allowed: Allowed,
): AsyncGenerator<Float32Array> {
  const words = ['-nostdin', '-xerror', ...fileInput(path, allowed), '-vn', '-sn', '-dn', '-af', AS_FLOATS];
  for await (const piece of piecesOf(startRun(ffmpeg, [...words, ...blocksOutput]), BLOCK_BYTES, unreadable(thing))) {
    const block = new Float32Array(2 * BLOCK);
    block.set(floatsOf(piece));
    yield block;
  }
}

/** A copy: the memory of the piece is used again. */
const floatsOf = (piece: Buffer): Float32Array =>
  new Float32Array(piece.buffer.slice(piece.byteOffset, piece.byteOffset + piece.byteLength));

/** The bytes of blocks, which the reader takes before it asks for more. */
export async function* bytesOf(blocks: AsyncIterable<Float32Array>): AsyncGenerator<Uint8Array> {
  for await (const block of blocks) yield new Uint8Array(block.buffer, block.byteOffset, block.byteLength);
}

/** The output of a run for these blocks, in pieces of so many bytes. */
async function* through(
  run: Run,
  blocks: AsyncIterable<Float32Array>,
  step: string,
  bytes: number,
): AsyncGenerator<Buffer> {
  const fed = feed(run, bytesOf(blocks));
  // A fault of the blocks ends the run, and is told in its place.
  fed.catch(() => undefined);
  try {
    yield* piecesOf(run, bytes, failing(step));
  } catch (error) {
    await fed;
    throw error;
  }
  await fed;
}

export async function* louder(
  ffmpeg: string,
  blocks: AsyncIterable<Float32Array>,
  gain: number,
): AsyncGenerator<Float32Array> {
  const run = startRun(ffmpeg, [...blocksInput, '-af', louderFilter(gain), ...blocksOutput]);
  for await (const piece of through(run, blocks, 'to limit', BLOCK_BYTES)) yield floatsOf(piece);
}

/** Lines of figures for each tenth of a second, each for all the sound before it. */
const FIGURES_BYTES = 64 * 1_024;

export const loudnessOf = async (
  ffmpeg: string,
  blocks: AsyncIterable<Float32Array>,
  { withPeak }: { readonly withPeak: boolean },
): Promise<Loudness> => {
  const filters = `${loudnessFilter(withPeak)},ametadata=mode=print:file=-`;
  const run = startRun(ffmpeg, [...blocksInput, '-af', filters, '-f', 'null', '-']);
  let [last, figures] = ['', ''];
  for await (const piece of through(run, blocks, 'to measure', FIGURES_BYTES)) {
    last = figures;
    figures = piece.toString('latin1');
  }
  const told = (name: string): readonly number[] =>
    [...`${last}${figures}`.matchAll(new RegExp(`^lavfi\\.r128\\.${name}=(.+)$`, 'gm'))]
      .map(([, value = '']) => Number.parseFloat(value))
      .filter(Number.isFinite);
  const integrated = Math.max(SILENCE_LUFS, told('I').at(-1) ?? SILENCE_LUFS);
  return { integrated, truePeak: decibels(Math.max(0, ...told('true_peaks_ch[01]'))) };
};
