/**
 * The quick form of the crash suite: the whole story, killed at a few points all over a run and started again, two at
 * a time; and what it finds when something is wrong. `npm run test:crash` tries every point.
 */
import test from 'ava';
import { createGate } from '../../src/kernel/gate.ts';
import { crashWithin, createHarness, type Point, type Sabotage } from '../crash/harness.ts';
import { crashSeed, spread } from '../crash/points.ts';
import { answersThatDiffer } from '../crash/verify.ts';

const POINTS = 2;

const gate = createGate({ placesMax: 2, waitingMax: 2 * POINTS });
const harness = await createHarness();
const points = spread(harness.points, POINTS, crashSeed);
const killed: number[] = [];

test.after.always(async () => harness.close());

for (const [index, point] of points.entries()) {
  test(`a kill in stretch ${index + 1} of ${POINTS} of a run, and a new start`, async (t) => {
    t.log(`CRASH_SEED=${crashSeed}: point ${point} of ${harness.points}`);
    const crash = await gate.run(async () => crashWithin(harness, point));
    if (crash.killed) killed.push(point);
    t.deepEqual(crash.findings, []);
  });
}

test.after('the kills were kills', (t) => {
  t.true(killed.length >= POINTS - 1, `${killed.length} of ${POINTS}`);
});

/** The finding at the first of some points that has one. */
const firstFinding = async (sabotage: Sabotage, at: readonly Point[]): Promise<string> => {
  const broken = await createHarness(sabotage);
  try {
    for (const point of at) {
      const [finding] = (await broken.crashAt(point)).findings;
      if (finding !== undefined) return finding;
    }
    return 'nothing';
  } finally {
    await broken.close();
  }
};

test('sabotage: an engine that gives another picture at each call is found', async (t) => {
  const at = [1, 2, 3, 4].map((call): Point => `engine:${call}+3`);
  t.regex(await gate.run(async () => firstFinding('fickle', at)), /led to two pictures/);
});

test('sabotage: a log that answers before it has written is found', async (t) => {
  const at = [1, 2, 3].map((later): Point => `told:1+${later}`);
  t.regex(await gate.run(async () => firstFinding('early', at)), /was told of job_\w+, which is lost/);
});

test('sabotage: a store that loses a song which is paid for is found', async (t) => {
  t.regex(await gate.run(async () => firstFinding('deaf', [1])), /\.flac was delivered and is missing/);
});

test('sabotage: a key that is answered by two sounds is found', (t) => {
  const told = ['ast_1', 'ast_2'].map((assetId) => ({ what: 'speech', assetId }) as const);
  t.deepEqual(answersThatDiffer(told), ['the key of speech was answered by ast_1 and ast_2']);
  t.deepEqual(answersThatDiffer([...told.slice(0, 1), ...told.slice(0, 1)]), []);
});
