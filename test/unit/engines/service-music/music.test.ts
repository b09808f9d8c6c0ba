/** Music as it is heard: its length, loudness and peaks, and the prompt in it. */
import test, { type ExecutionContext } from 'ava';
import { createServiceMusic } from '../../../../src/engines/service-music/create-service-music.ts';
import { isFault } from '../../../../src/kernel/faults.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import type { MusicRequest } from '../../../../src/ports/engine.ts';
import { jobsHere } from '../../../support/engines/jobs-here.ts';
import { brightnessOf, levelOf, loudnessOf, type Made, makeSound, truePeakOf } from '../../../support/engines/sound.ts';

const requestOf = (prompt: string, durationMs: number, seed = 7): MusicRequest => ({
  makes: 'music',
  prompt,
  durationMs,
  instrumental: true,
  seed,
});

const made = async (t: ExecutionContext, ...asked: Parameters<typeof requestOf>): Promise<Made> =>
  makeSound(t, createServiceMusic({ children: jobsHere }), requestOf(...asked));

for (const [prompt, ms] of [
  ['epic orchestral battle with drums', 5_300],
  ['calm solo piano, very slow', 4_345],
  ['angry metal', 1_000],
] as const) {
  test(`${prompt}: the asked length, -16 LUFS, no peak over -1 dBFS, no gap, an end that fades`, async (t) => {
    const { output, sound } = await made(t, prompt, ms);
    t.is(output.contentType, 'audio/wav');
    t.true(Math.abs(sound.seconds * 1_000 - ms) < 1 && Math.abs((output.durationMs ?? 0) - ms) <= 1);
    t.is(sound.channels.length, 2);
    t.true(Math.abs(loudnessOf(sound) + 16) < 1, `${loudnessOf(sound)} LUFS`);
    t.true(truePeakOf(sound) < -1, `${truePeakOf(sound)} dBFS`);
    for (let at = 0; at + 1_000 < ms - 1_500; at += 1_000) t.true(levelOf(sound, at, at + 1_000) > 0.003, `${at} ms`);
    t.true(levelOf(sound, ms - 20) < levelOf(sound, ms / 2, ms / 2 + 400) / 4);
  });
}

test('the same request gives the same music, to the byte; another seed gives another', async (t) => {
  const [one, again, other] = await Promise.all([
    made(t, 'folk', 1_000),
    made(t, 'folk', 1_000),
    made(t, 'folk', 1_000, 8),
  ]);
  t.true(one.bytes.equals(again.bytes));
  t.false(one.bytes.equals(other.bytes));
});

test('a piece of passages is the same piece: notes ring over their ends', async (t) => {
  const request = requestOf('slow strings and choir with drums', 6_000);
  const whole = await made(t, request.prompt, request.durationMs);
  const parted = await makeSound(t, createServiceMusic({ children: jobsHere }, 1_700), request);
  t.is(parted.bytes.length, whole.bytes.length);
  for (const [channel, samples] of parted.sound.channels.entries()) {
    const apart = samples.map((sample, n) => sample - (whole.sound.channels[channel]?.[n] ?? 0));
    const difference = levelOf({ ...whole.sound, channels: [apart] });
    t.true(difference < 0.01 * levelOf(whole.sound), `${difference} of ${levelOf(whole.sound)}`);
  }
});

test('instruments are heard: a piccolo is brighter than a tuba', async (t) => {
  const [high, low] = await Promise.all([made(t, 'solo piccolo', 1_500), made(t, 'solo tuba', 1_500)]);
  t.true(brightnessOf(high.sound) > 3 * brightnessOf(low.sound));
});

/** The share of the level's changes that repeats after so long. */
const pulseAt = ({ sound }: Made, seconds: number): number => {
  const levels = Array.from({ length: Math.floor(sound.seconds * 100) }, (_, n) => levelOf(sound, n * 10, n * 10 + 10));
  const onsets = levels.slice(1).map((level, n) => Math.max(0, level - (levels[n] ?? 0)));
  const average = onsets.reduce((sum, one) => sum + one, 0) / onsets.length;
  const centred = onsets.map((one) => one - average);
  const lag = Math.round(seconds * 100);
  const power = centred.reduce((sum, one) => sum + one * one, 0);
  return centred.reduce((sum, one, n) => sum + one * (centred[n + lag] ?? 0), 0) / power;
};

test('the pace is heard: strokes repeat after a beat of the asked pace, and not after one of another', async (t) => {
  const fast = await made(t, 'techno with drums, 150 bpm', 6_000);
  const slow = await made(t, 'techno with drums, 100 bpm', 8_000);
  t.true(pulseAt(fast, 60 / 150) > pulseAt(fast, 60 / 100) + 0.05, `${pulseAt(fast, 0.4)} ${pulseAt(fast, 0.6)}`);
  t.true(pulseAt(slow, 60 / 100) > pulseAt(slow, 60 / 150) + 0.05, `${pulseAt(slow, 0.6)} ${pulseAt(slow, 0.4)}`);
});

test('lengths out of bounds are rejected', async (t) => {
  for (const ms of [0, -1, limits.musicMsMin - 1, limits.musicMsMax + 1, NaN]) {
    const error = await t.throwsAsync(made(t, 'a tune', ms));
    t.true(isFault(error, 'rejected'), String(ms));
  }
});

test('without its packages it says so, and makes nothing', async (t) => {
  const resolve = (name: string): string => {
    throw new Error(`there is no ${name}`);
  };
  const engine = createServiceMusic({ children: jobsHere, resolve });
  t.false(await engine.available());
  t.regex(engine.limitations[0] ?? '', /not installed/);
  t.is(engine.notInstalled, engine.limitations[0]);
  const error = await t.throwsAsync(makeSound(t, engine, requestOf('a tune', 2_000)));
  t.true(isFault(error, 'unavailable'));
});
