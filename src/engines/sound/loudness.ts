/** Integrated loudness after ITU-R BS.1770-4, of samples that come piece by piece. */

const BLOCK_SECONDS = 0.4;
/** A block begins every quarter of one. */
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

type Biquad = {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
};

/** The shelf that models the head. Its analogue prototype gives the standard's coefficients at 48 kHz. */
const shelf = (rate: number): Biquad => {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
};

/** The high pass of the same standard. */
const highPass = (rate: number): Biquad => {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
};

/** A sample in, a sample out; transposed direct form II. */
const filter = ({ b0, b1, b2, a1, a2 }: Biquad): ((sample: number) => number) => {
  let [z1, z2] = [0, 0];
  return (x) => {
    const y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    return y;
  };
};

const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export type LoudnessMeter = {
  /** One array for each channel, of one length. */
  add(channels: readonly Float32Array[]): void;
  /** In LUFS; -Infinity for silence, and for less than one block. */
  integrated(): number;
};

export const createLoudnessMeter = (rate: number, channels: number): LoudnessMeter => {
  const filters = Array.from({ length: channels }, () => {
    const [toHead, toEar] = [filter(shelf(rate)), filter(highPass(rate))];
    return (sample: number): number => toEar(toHead(sample));
  });
  const stepFrames = Math.round((rate * BLOCK_SECONDS) / STEPS_PER_BLOCK);
  /** Mean powers of whole steps: ten a second. */
  const steps: number[] = [];
  let [power, frames] = [0, 0];

  return {
    // Makes no arrays: an hour of sound comes in thousands of pieces, and their memory would be given back late.
    add: (samples) => {
      const length = samples[0]?.length ?? 0;
      for (let n = 0; n < length; n += 1) {
        for (let channel = 0; channel < channels; channel += 1) {
          power += (filters[channel]?.(samples[channel]?.[n] ?? 0) ?? 0) ** 2;
        }
        frames += 1;
        if (frames < stepFrames) continue;
        steps.push(power / stepFrames);
        [power, frames] = [0, 0];
      }
    },
    integrated: () => {
      const blocks = steps
        .slice(0, Math.max(0, steps.length - STEPS_PER_BLOCK + 1))
        .map((_, at) => mean(steps.slice(at, at + STEPS_PER_BLOCK)))
        .filter((block) => lufs(block) > ABSOLUTE_GATE_LUFS);
      if (blocks.length === 0) return -Infinity;
      const gate = lufs(mean(blocks)) + RELATIVE_GATE_LU;
      return lufs(mean(blocks.filter((block) => lufs(block) > gate)));
    },
  };
};
