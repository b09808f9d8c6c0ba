/**
 * The whole form of the crash suite: the story killed at every continuation of a run, and started again. It takes
 * hours. `CRASH_STRIDE=100` tries every hundredth point, from one that `CRASH_SEED` chooses; `CRASH_SECONDS=90` tries
 * points all over the run for so long.
 */
import test, { type ExecutionContext } from 'ava';
import { DELIVERIES } from './deliveries.ts';
import { gatewayScenario } from './gateway.ts';
import { crashWithin, createHarness, type Scenario } from './harness.ts';
import { crashSeed, shuffled } from './points.ts';
import { STORY } from './story.ts';

const AT_ONCE = 2;
/** One try at a time: a pass of seconds has one, and tests of `npm test` kill the same story. */
const SHORT_AT_ONCE = 1;
const HOURS = 60 * 60 * 1_000;
const TELL_EVERY = 25;
/** Of the tries. On a busy machine a run may have four times the points of another: one may be beyond an end again. */
const KILLED_MIN = 0.7;
/** Fewer tries are no measure of that: a pass that misses it goes on past its time until it has so many. */
const TRIES_MIN = 20;

const stride = Number(process.env['CRASH_STRIDE'] ?? 1);
const secondsOfAll = Number(process.env['CRASH_SECONDS'] ?? Infinity);
/** A short story: a third of the time finds as much. */
const SHORT = { seconds: secondsOfAll / 3, atOnce: SHORT_AT_ONCE };
const LONG = { seconds: secondsOfAll, atOnce: AT_ONCE };

const pointsOf = (count: number): readonly number[] => {
  const points: number[] = [];
  for (let point = 1 + (crashSeed % stride); point <= count; point += stride) points.push(point);
  return secondsOfAll === Infinity ? points : shuffled(points, crashSeed);
};

const killEverywhere = async (t: ExecutionContext, scenario: Scenario, { seconds, atOnce } = LONG): Promise<void> => {
  t.timeout(24 * HOURS);
  const harness = await createHarness(scenario);
  t.teardown(async () => harness.close());
  const count = await harness.points();
  const points = pointsOf(count);
  const settings = `CRASH_SEED=${crashSeed} CRASH_STRIDE=${stride} CRASH_SECONDS=${seconds}`;
  console.log(`${count} points, ${points.length} to try (${settings})`);

  const end = performance.now() + seconds * 1_000;
  const found: string[] = [];
  let tried = 0;
  let killed = 0;
  const left = points.values();
  const work = async (): Promise<void> => {
    for (const point of left) {
      const crash = await crashWithin(harness, point);
      if (crash.killed) killed += 1;
      tried += 1;
      for (const finding of crash.findings) {
        found.push(`at ${point}: ${finding}`);
        console.log(`at ${point}: ${finding}`);
      }
      if (tried % TELL_EVERY === 0) console.log(`${tried} of ${points.length} tried, ${found.length} findings`);
      const measured = tried >= TRIES_MIN || killed >= KILLED_MIN * tried;
      if (performance.now() > end && measured) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log(`${tried} tried, ${killed} of them killed`);
  t.deepEqual(found, []);
  t.true(tried > 0 && killed >= KILLED_MIN * tried, `${killed} of ${tried} were kills`);
};

test.serial('killed at any point of a run and started again, all that must hold does', async (t) => {
  await killEverywhere(t, STORY);
});

test.serial('the same of deliveries and an upload', async (t) => {
  await killEverywhere(t, DELIVERIES, SHORT);
});

for (const memory of ['keeps', 'forgets'] as const) {
  test.serial(`the same of pictures of a provider that ${memory} keys`, async (t) => {
    await killEverywhere(t, gatewayScenario(memory), SHORT);
  });
}
