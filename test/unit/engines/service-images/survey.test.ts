/** How the ladder fares on typical storyboards: first attempt; a new seed; then corrections. */
import test from 'ava';
import { judged, paint } from '../../../support/engines/painter.ts';
import { storyboardPrompts } from './storyboard-prompts.ts';

/** As the ladder counts attempts on: far apart. */
const seedOf = (n: number, attempt: number): number => 1_000 * n + (attempt - 1) * 104_729;

const attempts = async (prompt: string, n: number, correcting: boolean): Promise<number> => {
  let asked = prompt;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { verdict, corrections } = await judged(await paint({ prompt: asked, seed: seedOf(n, attempt) }));
    if (verdict === 'pass') return attempt;
    if (attempt === 2 && correcting) asked = `${prompt}. ${corrections.join('. ')}`;
  }
  return Infinity;
};

test('typical prompts: most pass at once, some do not, and after the ladder nearly all do', async (t) => {
  const counts = await Promise.all(storyboardPrompts.map((prompt, n) => attempts(prompt, n, true)));
  const share = (most: number): number => counts.filter((count) => count <= most).length / counts.length;
  const report = JSON.stringify({ first: share(1), second: share(2), third: share(3) });
  t.log(report);
  t.true(share(1) >= 0.6 && share(1) <= 0.97, report);
  t.true(share(2) >= share(1), report);
  t.true(share(3) >= 0.95, report);
});

test('sabotage: a ladder that never corrects leaves a hard one behind', async (t) => {
  const hard = 'Thick fog over the harbor, a boat barely visible';
  t.true(storyboardPrompts.includes(hard));
  t.deepEqual(await Promise.all([2, 3].map((n) => attempts(hard, n, false))), [Infinity, Infinity]);
  t.true((await attempts(hard, 2, true)) <= 3);
});
