/**
 * The quick form of the crash suite: the whole story, killed after some answer to its client and started again; and
 * what it finds when something is wrong. `npm run test:crash` kills all over a run.
 */
import test from 'ava';
import { createHarness, type Point, type Sabotage } from '../crash/harness.ts';
import { crashSeed, spread } from '../crash/points.ts';
import { STORY } from '../crash/story.ts';
import { answersThatDiffer } from '../crash/verify.ts';

/** The client is told of three jobs and two sounds before it waits; what follows takes thousands of continuations. */
const ANSWERS = 5;
const LATER_MAX = 1_000;

const opened = createHarness(STORY);
test.after.always(async () => (await opened).close());

test.serial('killed at a point of a run and started again, all that must hold does', async (t) => {
  const [answer, later] = [ANSWERS, LATER_MAX].map((most) => spread(most, 1, crashSeed)[0]);
  const point: Point = `told:${answer ?? 1}+${later ?? 1}`;
  t.log(`CRASH_SEED=${crashSeed}: point ${point}`);
  const { killed, findings } = await (await opened).crashAt(point);
  t.true(killed);
  t.deepEqual(findings, []);
});

/** The finding at the first of some points that has one. */
const firstFinding = async (sabotage: Sabotage, at: readonly Point[]): Promise<string> => {
  for (const point of at) {
    const [finding] = (await (await opened).crashAt(point, sabotage)).findings;
    if (finding !== undefined) return finding;
  }
  return 'nothing';
};

test.serial('sabotage: an engine that gives another picture at each call is found', async (t) => {
  const at = [1, 2, 3, 4].map((call): Point => `engine:${call}+3`);
  t.regex(await firstFinding('fickle', at), /led to two pictures/);
});

test.serial('sabotage: a log that answers before it has written is found', async (t) => {
  const at = [1, 2, 3].map((later): Point => `told:1+${later}`);
  t.regex(await firstFinding('early', at), /was told of job_\w+, which is lost/);
});

test.serial('sabotage: a store that loses a song which is paid for is found', async (t) => {
  t.regex(await firstFinding('deaf', [1]), /\.flac was delivered and is missing/);
});

test('sabotage: a key that is answered by two sounds is found', (t) => {
  const told = ['ast_1', 'ast_2'].map((assetId) => ({ what: 'speech', assetId }) as const);
  t.deepEqual(answersThatDiffer(told), ['the key of speech was answered by ast_1 and ast_2']);
  t.deepEqual(answersThatDiffer([...told.slice(0, 1), ...told.slice(0, 1)]), []);
});
