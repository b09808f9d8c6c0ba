/**
 * The room around the instruments: parallel combs with damping, then allpasses, for each ear (the arrangement of
 * Schroeder and Moorer, with the lengths of Freeverb). The synthesiser's own takes a third of its whole time.
 */
import type { ReverbProcessor } from 'spessasynth_core';

const COMBS = [1_116, 1_188, 1_277, 1_356, 1_422, 1_491];
const ALLPASSES = [556, 341];
/** Frames by which the lines of the right ear are longer. */
const SPREAD = 23;
const FEEDBACK = 0.84;
const DAMPING = 0.3;
const DIFFUSION = 0.5;
const LEVEL = 0.045;

/** Adds the room of an input to an output, for one ear. */
const ear = (spread: number) => {
  const combs = COMBS.map((length) => ({ line: new Float32Array(length + spread), at: 0, damped: 0 }));
  const allpasses = ALLPASSES.map((length) => ({ line: new Float32Array(length + spread), at: 0 }));
  let wet = new Float32Array(0);
  return (input: Float32Array, output: Float32Array, from: number, count: number): void => {
    if (wet.length < count) wet = new Float32Array(count);
    wet.fill(0);
    for (const comb of combs) {
      const { line } = comb;
      let { at, damped } = comb;
      for (let n = 0; n < count; n += 1) {
        const out = line[at] ?? 0;
        damped = out * (1 - DAMPING) + damped * DAMPING;
        line[at] = (input[n] ?? 0) + damped * FEEDBACK;
        wet[n] = (wet[n] ?? 0) + out;
        at = at + 1 === line.length ? 0 : at + 1;
      }
      comb.at = at;
      comb.damped = damped;
    }
    for (const allpass of allpasses) {
      const { line } = allpass;
      let { at } = allpass;
      for (let n = 0; n < count; n += 1) {
        const stored = line[at] ?? 0;
        const own = wet[n] ?? 0;
        line[at] = own + stored * DIFFUSION;
        wet[n] = stored - own;
        at = at + 1 === line.length ? 0 : at + 1;
      }
      allpass.at = at;
    }
    for (let n = 0; n < count; n += 1) output[from + n] = (output[from + n] ?? 0) + (wet[n] ?? 0) * LEVEL;
  };
};

export const createRoom = (): ReverbProcessor => {
  const [leftEar, rightEar] = [ear(0), ear(SPREAD)];
  // The synthesiser sets these by messages that no piece sends.
  const settings = { level: 127, preLowpass: 0, character: 0, time: 64, delayFeedback: 0, preDelayTime: 0 };
  return {
    ...settings,
    process: (input, left, right, from, count) => {
      leftEar(input, left, from, count);
      rightEar(input, right, from, count);
    },
    getSnapshot: () => settings,
  };
};
