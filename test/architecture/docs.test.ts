/** What the documents say is so: their commands are run, and what they name is looked for. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { firstDifference, sectionOf, stepsOf } from '../support/document.ts';
import type { Step } from '../support/document.ts';
import { follow, likeACheckout, start } from '../support/follow.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const [startStep, ...steps] = stepsOf(sectionOf(read('README.md'), 'The first five minutes'));

/** The README asks for these; without them nothing can be said of its commands. */
const canFollow = (t: ExecutionContext): boolean => {
  const missing = ['sh', 'curl', 'npm'].filter((name) => spawnSync(name, ['-c', '--version']).error !== undefined);
  if (missing.length === 0) return true;
  t.log(`NOT CHECKED: the README cannot be followed here. There is no ${missing.join(', no ')}`);
  if (process.env['REQUIRE_CURL'] === '1') t.fail('REQUIRE_CURL=1, and there is none');
  else t.pass();
  return false;
};

/** The step with other words in its commands. */
const saying = (step: Step, words: string, others: string): Step => ({
  ...step,
  commands: { ...step.commands, text: step.commands.text.replaceAll(words, others) },
});

const at = (port: string, all: readonly Step[], user = 'alice'): readonly Step[] =>
  all.map((step) => saying(saying(step, ':8080', `:${port}`), '--sub alice', `--sub ${user}`));

test('the first five minutes go as the README has them; with a wrong command they do not', async (t) => {
  if (!canFollow(t)) return;
  const folder = likeACheckout(t);
  const expected = startStep?.printed ?? '';
  const { port, printed } = await start(
    t,
    folder,
    startStep?.commands.text ?? '',
    expected.trimEnd().split('\n').length,
  );
  t.is(firstDifference(expected, printed), undefined);
  t.true(steps.length > 10);
  t.deepEqual(await follow(folder, at(port, steps)), []);

  // The sabotage: a page with one path misspelt, for somebody who has not been here yet.
  const wrong = steps.slice(0, 3).map((step) => saying(step, '/plan"', '/plans"'));
  const found = await follow(folder, at(port, wrong, 'bob'));
  t.is(found.length, 1);
  t.regex(found[0] ?? '', new RegExp(`^line ${wrong[2]?.commands.line}: `));
});
