/**
 * A storyboard that a provider makes, killed right after the provider has taken a work, and started again. The provider
 * lives on beside the processes, with keys that it keeps or forgets. `npm run test:crash` tries all steps.
 */
import test, { type ExecutionContext } from 'ava';
import { gatewayScenario, type Memory } from '../crash/gateway.ts';
import { createHarness, type Crash, type Point, type Sabotage } from '../crash/harness.ts';
import { crashSeed, spread } from '../crash/points.ts';
import { brokenByProvider } from '../support/gateway/provider-promises.ts';

/** Continuations until all three works are submitted, and asked about. */
const LATER_MAX = 100;
const later = spread(LATER_MAX, 1, crashSeed)[0] ?? 1;

const crashAt = async (t: ExecutionContext, memory: Memory, point: Point, sabotage?: Sabotage): Promise<Crash> => {
  const harness = await createHarness(gatewayScenario(memory));
  t.teardown(async () => harness.close());
  return harness.crashAt(point, sabotage);
};

for (const [memory, point] of [
  ['keeps', 'engine:1+1'],
  ['forgets', `engine:2+${later}`],
] as const) {
  test.serial(`killed at any point of a run at a provider that ${memory} keys, all that must hold does`, async (t) => {
    const { killed, findings } = await crashAt(t, memory, point);
    t.true(killed);
    t.deepEqual(findings, [], `CRASH_SEED=${crashSeed}: at ${point}`);
  });
}

test.serial('sabotage: an engine that is called again after a kill is found', async (t) => {
  const { findings } = await crashAt(t, 'forgets', 'engine:1+1', 'again');
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
