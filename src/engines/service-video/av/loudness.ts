/** Loudness by EBU R 128, and the way to a wished one. */
import { type Frame, Rational } from 'node-av/lib';
import { RATE } from '../plan/geometry.ts';
import { type Graph, openGraph } from './graph.ts';
import { AS_FLOATS, floatsOf, soundFrame } from './sound-frames.ts';

/** LUFS of the whole, and the true peak in dBTP, which has no lower bound. */
export type Loudness = { readonly integrated: number; readonly truePeak: number };

/** Silence, as the gate of the standard has it. */
export const SILENCE_LUFS = -70;

const perSample = new Rational(1, RATE);

const numberIn = (text: string | null | undefined): number => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : -Infinity;
};

/** A true peak takes twice the time of all else. */
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
      integrated = Math.max(SILENCE_LUFS, numberIn(frame.getMetadata().get('lavfi.r128.I')));
      if (withPeak) peak = Math.max(peak, ...peaksOf(frame));
    }
  };
  for await (const block of blocks) {
    const frame = soundFrame(block, at);
    at += block.length / 2;
    graph ??= await openGraph(frame, perSample, `ebur128=metadata=1${withPeak ? ':peak=true' : ''}`);
    await take(graph.push(frame));
    frame.free();
  }
  if (graph !== undefined) await take(graph.push(null));
  graph?.close();
  return { integrated, truePeak: decibels(peak) };
};

const decibels = (strength: number): number => 20 * Math.log10(strength);

/** Limited at four times the rate, where peaks between samples are samples: -2 dBTP leave room for the encoder. */
const PEAK_DBTP = -2;
const LIMIT = 10 ** (PEAK_DBTP / 20);

/** The samples `gain` dB louder, with their peaks held. As many come out as went in. */
export async function* louder(blocks: AsyncIterable<Float32Array>, gain: number): AsyncGenerator<Float32Array> {
  const limiter = `alimiter=level_in=1:level_out=1:limit=${LIMIT.toFixed(4)}:attack=5:release=60:level=0:latency=1`;
  const filters = `volume=${gain.toFixed(3)}dB:precision=float,aresample=${4 * RATE},${limiter},${AS_FLOATS}`;
  let graph: Graph | undefined;
  let at = 0;
  for await (const block of blocks) {
    const frame = soundFrame(block, at);
    at += block.length / 2;
    graph ??= await openGraph(frame, perSample, filters);
    for await (const made of graph.push(frame)) yield floatsOf(made);
    frame.free();
  }
  if (graph !== undefined) for await (const made of graph.push(null)) yield floatsOf(made);
  graph?.close();
}
