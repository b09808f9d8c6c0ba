/** The limiter holds its ceiling, and leaves alone all that is under it. */
import test from 'ava';
import { createLimiter } from '../../../../src/engines/sound/limiter.ts';
import { randomFrom } from '../../../../src/engines/prompt/random.ts';

const RATE = 8_000;
const CEILING = 0.5;

const limited = (samples: readonly number[], channels: 1 | 2 = 1): readonly number[] => {
  const limiter = createLimiter(RATE, channels, CEILING);
  const out: number[] = [];
  for (let n = 0; n < samples.length + limiter.delayFrames; n += 1) {
    const frame = new Float32Array(channels).fill(samples[n] ?? 0);
    limiter.push(frame);
    if (n >= limiter.delayFrames) out.push(frame[0] ?? 0);
  }
  return out;
};

test('no sample exceeds the ceiling, whatever comes', (t) => {
  for (let seed = 0; seed < 30; seed += 1) {
    const random = randomFrom(String(seed), 'samples');
    const samples = Array.from({ length: 3_000 }, () => (random.chance(0.02) ? 4 : 0.6) * random.between(-1, 1));
    t.true(Math.max(...limited(samples).map(Math.abs)) <= CEILING + 1e-6, `seed ${seed}`);
  }
});

test('samples under the ceiling come out as they went in, in each channel', (t) => {
  const samples = Array.from({ length: 500 }, (_, n) => Math.fround(0.49 * Math.sin(n / 9)));
  t.deepEqual(limited(samples), samples);
  t.deepEqual(limited(samples, 2), samples);
});

test('around a peak the level falls and comes back, without a jump', (t) => {
  const out = limited(Array.from({ length: 2_000 }, (_, n) => (n === 1_000 ? 5 : 0.4)));
  const jumps = out.slice(1).map((sample, n) => (n >= 998 && n <= 1_000 ? 0 : Math.abs(sample - (out[n] ?? 0))));
  t.true(Math.max(...jumps) < 0.02);
  t.true(Math.abs((out.at(-1) ?? 0) - 0.4) < 1e-6);
});
