/** The meter of loudness against figures of its standard. */
import test from 'ava';
import { createLoudnessMeter } from '../../../../src/engines/sound/loudness.ts';

const sine = (rate: number, hertz: number, decibels: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: rate * seconds },
    (_, n) => 10 ** (decibels / 20) * Math.sin((2 * Math.PI * hertz * n) / rate),
  );

const measured = (rate: number, channels: readonly Float32Array[]): number => {
  const meter = createLoudnessMeter(rate, channels.length);
  // In odd pieces.
  for (let at = 0; at < (channels[0]?.length ?? 0); at += 1_001) {
    meter.add(channels.map((samples) => samples.subarray(at, at + 1_001)));
  }
  return meter.integrated();
};

for (const rate of [22_050, 44_100, 48_000]) {
  test(`a sine of 997 Hz at 0 dBFS in one channel has -3.01 LUFS, at ${rate} samples a second`, (t) => {
    t.true(Math.abs(measured(rate, [sine(rate, 997, 0, 5)]) + 3.01) < 0.05);
  });
}

test('a second channel with the same adds 3 dB, and 20 dB less are 20 LU less', (t) => {
  const [loud, soft] = [sine(48_000, 997, -3, 5), sine(48_000, 997, -23, 5)];
  const both = measured(48_000, [loud, loud]);
  t.true(Math.abs(both - measured(48_000, [loud]) - 3.01) < 0.01);
  t.true(Math.abs(both - measured(48_000, [soft, soft]) - 20) < 0.01);
});

test('a rumble counts less than a tone, and silence for nothing', (t) => {
  const tone = sine(48_000, 997, -20, 5);
  t.true(measured(48_000, [sine(48_000, 25, -20, 5)]) < measured(48_000, [tone]) - 5);
  const silence = new Float32Array(48_000 * 20);
  const paused = Float32Array.from([...tone, ...silence]);
  t.true(Math.abs(measured(48_000, [paused]) - measured(48_000, [tone])) < 0.3);
  t.is(measured(48_000, [silence]), -Infinity);
});

test('passages that are far softer than the rest do not count', (t) => {
  const tone = sine(48_000, 997, -20, 5);
  const soft = sine(48_000, 997, -40, 20);
  t.true(Math.abs(measured(48_000, [Float32Array.from([...tone, ...soft])]) - measured(48_000, [tone])) < 0.3);
});
