/** Providers that misbehave: whatever they do, no key is submitted twice, nothing is paid twice, and every job ends. */
import test from 'ava';
import { isFault } from '../../src/kernel/faults.ts';
import type { Engine } from '../../src/ports/engine.ts';
import { liveThroughTroubles } from '../support/gateway/troubled-life.ts';

const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_123);
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40);
const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => SEED + index);

test('property: no key is submitted twice, none is paid twice, every job ends, every doubt has a name', async (t) => {
  const ends = new Map<string, number>();
  let doubts = 0;
  for (const seed of seeds(RUNS)) {
    const life = await liveThroughTroubles(t, seed);
    t.deepEqual(life.findings, [], `PROPERTY_SEED=${seed} PROPERTY_RUNS=1`);
    for (const end of life.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
    doubts += life.doubts;
  }
  if (RUNS < 40) return;
  t.true((ends.get('accepted') ?? 0) > 0 && (ends.get('failed') ?? 0) > 0, 'some succeed, and some do not');
  t.true(doubts > 0, 'some submissions were done without an answer');
});

const found = async (t: Parameters<typeof liveThroughTroubles>[0], doctor: (engine: Engine) => Engine) => {
  for (const seed of seeds(20)) {
    const { findings } = await liveThroughTroubles(t, seed, doctor);
    if (findings.length > 0) return findings.join('; ');
  }
  return 'nothing';
};

test('sabotage: an engine that is called again as if it were safe is found', async (t) => {
  t.regex(await found(t, (engine) => ({ ...engine, repeat: 'safe' })), /submitted twice/);
});

test('sabotage: an engine that takes a broken connection for nothing done is found', async (t) => {
  const hasty = (engine: Engine): Engine => ({
    ...engine,
    perform: async (...asked) =>
      engine.perform(...asked).catch((error: unknown) => {
        if (isFault(error, 'unknown_outcome')) throw Object.assign(error, { code: 'unavailable' });
        throw error;
      }),
  });
  t.regex(await found(t, hasty), /its doubt has no name/);
});
