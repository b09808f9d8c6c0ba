/** Loudness by EBU R 128, and the way to a wished one. */
import { type Frame, Rational } from 'node-av/lib';
import { RATE } from '../plan/geometry.ts';
import { type Loudness, SILENCE_LUFS } from '../tools/film-tools.ts';
import { decibels, louderFilter, loudnessFilter } from '../tools/sound-filters.ts';
import { type Graph, openGraph } from './graph.ts';
import { floatsOf, soundFrame } from './sound-frames.ts';

const perSample = new Rational(1, RATE);

const numberIn = (text: string | null | undefined): number => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : -Infinity;
};

const peaksOf = (frame: Frame): readonly number[] =>
  ['ch0', 'ch1'].map((channel) => numberIn(frame.getMetadata().get(`lavfi.r128.true_peaks_${channel}`)));

export const loudnessOf = async (
  blocks: AsyncIterable<Float32Array>,
  { withPeak }: { readonly withPeak: boolean },
): Promise<Loudness> => {
  let graph: Graph | undefined;
  let integrated = SILENCE_LUFS;
  let peak = 0;
  let at = 0;
  const take = async (frames: AsyncIterable<Frame>): Promise<void> => {
    for await (const frame of frames) {
      // Figures come with each whole tenth of a second: a rest at the end has none.
      const told = numberIn(frame.getMetadata().get('lavfi.r128.I'));
      if (told > -Infinity) integrated = Math.max(SILENCE_LUFS, told);
      if (withPeak) peak = Math.max(peak, ...peaksOf(frame));
    }
  };
  for await (const block of blocks) {
    const frame = soundFrame(block, at);
    at += block.length / 2;
    graph ??= await openGraph(frame, perSample, loudnessFilter(withPeak));
    await take(graph.push(frame));
    frame.free();
  }
  if (graph !== undefined) await take(graph.push(null));
  graph?.close();
  return { integrated, truePeak: decibels(peak) };
};

export async function* louder(blocks: AsyncIterable<Float32Array>, gain: number): AsyncGenerator<Float32Array> {
  let graph: Graph | undefined;
  let at = 0;
  for await (const block of blocks) {
    const frame = soundFrame(block, at);
    at += block.length / 2;
    graph ??= await openGraph(frame, perSample, louderFilter(gain));
    for await (const made of graph.push(frame)) yield floatsOf(made);
    frame.free();
  }
  if (graph !== undefined) for await (const made of graph.push(null)) yield floatsOf(made);
  graph?.close();
}
