/**
 * Two services with all roles on one data folder, under load and kills: storms of many seeds, one after the other.
 * `FAULT_SECONDS`: how long all of them may take, 60 unless stated; `FAULT_SEED`: the first seed.
 */
import test from 'ava';
import { liveThroughStorm } from '../support/service/live-through-storm.ts';

const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 60);
const SEED = Number(process.env['FAULT_SEED'] ?? 1);
/** One storm: long enough for troubles to meet what earlier ones left. */
const STORM_SECONDS = 20;
/** The first lives of four clients. */
const MIXED = ['storyboard', 'video', 'speech', 'music'] as const;

test('two services keep every promise, whatever befalls them', async (t) => {
  t.timeout((SECONDS + 120) * 1_000);
  const end = performance.now() + SECONDS * 1_000;
  for (let seed = SEED; performance.now() < end; seed += 1) {
    const seconds = Math.min(STORM_SECONDS, Math.ceil((end - performance.now()) / 1_000));
    const { lives, kinds } = await liveThroughStorm(t, { seed, seconds, clients: 4 });
    t.true(lives > 0, `seed ${seed}`);
    for (const kind of MIXED) t.true((kinds[kind] ?? 0) > 0, `seed ${seed} has jobs of ${kind}`);
  }
});
