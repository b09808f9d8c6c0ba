/**
 * A storyboard that a provider makes, killed at a step of submit, poll, fetch or settle, and started again. The
 * provider lives on in a process of its own, with keys that it keeps or forgets. `npm run test:crash` tries all steps.
 */
import { join } from 'node:path';
import test from 'ava';
import { gatewayOutside, type Memory } from '../crash/gateway.ts';
import { crashWithin, createHarness, type Harness, type Point, type Sabotage } from '../crash/harness.ts';
import { crashSeed, spread } from '../crash/points.ts';
import { brokenByProvider } from '../support/gateway/provider-promises.ts';

const program = join(import.meta.dirname, '../crash/gateway-child.ts');
const harnessOf = async (memory: Memory, sabotage: Sabotage = ''): Promise<Harness> =>
  createHarness(sabotage, { program, outside: gatewayOutside(memory) });

/** Anywhere in a run, and right after the provider has taken each work. */
const pointsOf = {
  keeps: (): readonly Point[] => ['engine:1+1'],
  forgets: ({ points }: Harness): readonly Point[] => ['engine:2+4', ...spread(points, 1, crashSeed)],
} satisfies Record<Memory, (harness: Harness) => readonly Point[]>;

for (const memory of ['keeps', 'forgets'] as const) {
  test.serial(`killed at any point of a run at a provider that ${memory} keys, all that must hold does`, async (t) => {
    const harness = await harnessOf(memory);
    t.teardown(async () => harness.close());
    let killed = 0;
    for (const point of pointsOf[memory](harness)) {
      const crash = await crashWithin(harness, point);
      if (crash.killed) killed += 1;
      t.deepEqual(crash.findings, [], `CRASH_SEED=${crashSeed}: at ${point} of ${harness.points}`);
    }
    t.true(killed > 0, 'the kills were kills');
  });
}

test.serial('sabotage: an engine that is called again after a kill is found', async (t) => {
  const harness = await harnessOf('forgets', 'again');
  t.teardown(async () => harness.close());
  const { findings } = await harness.crashAt('engine:1+1');
  t.regex(findings.join(), /was submitted twice/);
  t.regex(findings.join(), /was billed twice/);
});

test('sabotage: a bill whose doubt has no name is found', (t) => {
  const seen = { submits: ['a', 'b', 'c'], bills: ['a', 'b', 'c'] };
  const log = [
    { type: 'AttemptSubmitted', key: 'a' },
    { type: 'TaskUnknown', key: 'b' },
    { type: 'TaskFailed', key: 'c' },
  ];
  t.deepEqual(brokenByProvider(seen, log), ['c was billed, and its doubt has no name']);
});
