/**
 * The whole form of the crash suite: the story killed at every continuation of a run, and started again. It takes
 * hours. `CRASH_STRIDE=100` tries every hundredth point, from one that `CRASH_SEED` chooses; `CRASH_SECONDS=90` tries
 * points all over the run for so long.
 */
import test from 'ava';
import { createHarness } from './harness.ts';
import { crashSeed, shuffled } from './points.ts';

const AT_ONCE = 2;
const HOURS = 60 * 60 * 1_000;
const TELL_EVERY = 25;

const stride = Number(process.env['CRASH_STRIDE'] ?? 1);
const seconds = Number(process.env['CRASH_SECONDS'] ?? Infinity);

const pointsOf = (count: number): readonly number[] => {
  const points: number[] = [];
  for (let point = 1 + (crashSeed % stride); point <= count; point += stride) points.push(point);
  return seconds === Infinity ? points : shuffled(points, crashSeed);
};

test('killed at any point of a run and started again, all that must hold does', async (t) => {
  t.timeout(24 * HOURS);
  const harness = await createHarness();
  t.teardown(async () => harness.close());
  const points = pointsOf(harness.points);
  const settings = `CRASH_SEED=${crashSeed} CRASH_STRIDE=${stride} CRASH_SECONDS=${seconds}`;
  console.log(`${harness.points} points, ${points.length} to try (${settings})`);

  const end = performance.now() + seconds * 1_000;
  const found: string[] = [];
  let tried = 0;
  let killed = 0;
  const left = points.values();
  const work = async (): Promise<void> => {
    for (const point of left) {
      const crash = await harness.crashAt(point);
      if (crash.killed) killed += 1;
      tried += 1;
      for (const finding of crash.findings) {
        found.push(`at ${point}: ${finding}`);
        console.log(`at ${point}: ${finding}`);
      }
      if (tried % TELL_EVERY === 0) console.log(`${tried} of ${points.length} tried, ${found.length} findings`);
      if (performance.now() > end) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(`${tried} tried, ${killed} of them killed`);
  t.deepEqual(found, []);
  // Runs differ in length by the number of looks: some of the last points may be beyond an end.
  t.true(tried > 0 && killed >= 0.7 * tried, `${killed} of ${tried} were kills`);
});
