/** Filters of FFmpeg for blocks of samples, as on a command line. */
import { RATE } from '../plan/geometry.ts';

/** Moments of one block: a tenth of a second. */
export const BLOCK = 4_800;

/** Stereo of 32-bit floats, left and right by turns. */
export const AS_FLOATS = `aresample=${RATE},aformat=sample_fmts=flt:channel_layouts=stereo`;

/** Loudness by EBU R 128, as metadata of each frame. */
export const loudnessFilter = (withPeak: boolean): string => `ebur128=metadata=1${withPeak ? ':peak=true' : ''}`;

/** Limited at four times the rate, where peaks between samples are samples: -2 dBTP leave room for the encoder. */
const PEAK_DBTP = -2;
const LIMIT = 10 ** (PEAK_DBTP / 20);

/** `gain` in dB. */
export const louderFilter = (gain: number): string => {
  const limiter = `alimiter=level_in=1:level_out=1:limit=${LIMIT.toFixed(4)}:attack=5:release=60:level=0:latency=1`;
  return `volume=${gain.toFixed(3)}dB:precision=float,aresample=${4 * RATE},${limiter},${AS_FLOATS}`;
};

/** The mean strength of a block, of 1. */
export const strengthOf = (block: Float32Array): number => {
  let squares = 0;
  for (const sample of block) squares += sample * sample;
  return Math.sqrt(squares / block.length);
};

export const decibels = (strength: number): number => 20 * Math.log10(strength);
