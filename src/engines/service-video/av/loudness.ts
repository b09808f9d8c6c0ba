/** Loudness by EBU R 128, and the way to a wished one. */
import type { Frame } from 'node-av/lib';
import { type Loudness, SILENCE_LUFS } from '../tools/film-tools.ts';
import { decibels, louderFilter, loudnessFilter } from '../tools/sound-filters.ts';
import { filtered, floatsOf } from './graph.ts';

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
  let integrated = SILENCE_LUFS;
  let peak = 0;
  for await (const frame of filtered(blocks, loudnessFilter(withPeak))) {
    // Figures come with each whole tenth of a second: a rest at the end has none.
    const told = numberIn(frame.getMetadata().get('lavfi.r128.I'));
    if (told > -Infinity) integrated = Math.max(SILENCE_LUFS, told);
    if (withPeak) peak = Math.max(peak, ...peaksOf(frame));
  }
  return { integrated, truePeak: decibels(peak) };
};

export async function* louder(blocks: AsyncIterable<Float32Array>, gain: number): AsyncGenerator<Float32Array> {
  for await (const frame of filtered(blocks, louderFilter(gain))) yield floatsOf(frame);
}
