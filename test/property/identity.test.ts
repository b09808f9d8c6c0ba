/**
 * A name made of content covers all of it. Keys of requests are named by workspace, user, operation and key (I6). Jobs
 * and plans are named by workspace and all their work (I12), revisions and repairs by what they are of. Nothing else is
 * in a name, such as an order.
 */
import test from 'ava';
import fc from 'fast-check';
import { generationJobId, repairJobId } from '../../commands/job/decider.ts';
import { planIdOf } from '../../commands/plan/decider.ts';
import { repairPlanIdOf, scriptRevisionId, storyboardRevisionId } from '../../commands/project/decider.ts';
import { requestStream } from '../../commands/request.ts';
import { settingsStream } from '../../commands/settings.ts';
import { breaks, holds } from '../support/property/property.ts';

type Name = (...parts: readonly string[]) => string;

const RUNS = 500;

/** Short, so that parts often run into each other when they are put side by side. */
const part = fc.string({ minLength: 0, maxLength: 3, unit: fc.constantFrom('a', 'b', '-', '/', ',', 'é') });

const pairs = (count: number): fc.Arbitrary<readonly [readonly string[], readonly string[]]> => {
  const parts = fc.array(part, { minLength: count, maxLength: count });
  const oneChanged = fc
    .tuple(parts, fc.nat({ max: count - 1 }), part)
    .map(([all, index, other]) => [all, all.with(index, other)] as const);
  const cutElsewhere = fc
    .tuple(parts, fc.nat({ max: count - 2 }))
    .map(
      ([all, index]) =>
        [all, [...all.slice(0, index), `${all[index]}${all[index + 1]}`, '', ...all.slice(index + 2)]] as const,
    );
  return fc.oneof(oneChanged, cutElsewhere);
};

/** Two names are equal exactly when all parts are. */
const namesAll =
  (name: Name) =>
  ([one, other]: readonly [readonly string[], readonly string[]]): void => {
    const same = one.every((each, index) => each === other[index]);
    if ((name(...one) === name(...other)) !== same) throw new Error(JSON.stringify([one, other]));
  };

const names: Readonly<Record<string, readonly [parts: readonly string[], name: Name]>> = {
  'a request': [
    ['workspace', 'user', 'operation', 'key'],
    (workspace = '', user = '', operation = '', key = '') => requestStream(workspace, user, operation, key),
  ],
  'a creative profile': [['workspace', 'user'], (workspace = '', user = '') => settingsStream(workspace, user)],
  'a job': [
    ['workspace', 'plan', 'manifest', 'requirement'],
    (workspace = '', plan = '', manifest = '', requirement = '') =>
      generationJobId(workspace, plan, manifest, [requirement]),
  ],
  'a repair': [['workspace', 'repair plan'], (workspace = '', plan = '') => repairJobId(workspace, plan)],
  'a plan': [
    ['workspace', 'project', 'manifest', 'part'],
    (workspace = '', project = '', manifest = '', part = '') => planIdOf(workspace, project, manifest, part as never),
  ],
  'a repair plan': [['plan', 'number'], (plan = '', n = '') => repairPlanIdOf(plan, n as never)],
  'a revision of a script': [
    ['project', 'content'],
    (project = '', content = '') => scriptRevisionId(project, content),
  ],
  'a revision of a storyboard': [
    ['project', 'content', 'script'],
    (project = '', content = '', script = '') => storyboardRevisionId(project, content, script === '' ? null : script),
  ],
};

for (const [what, [parts, name]] of Object.entries(names)) {
  test(`${what} is named by ${parts.join(', ')}`, (t) => {
    t.notThrows(() => holds(pairs(parts.length), namesAll(name), RUNS));
  });

  for (const [index, left] of parts.entries()) {
    test(`sabotage: ${what} that leaves the ${left} out is found`, (t) => {
      t.true(
        breaks(
          pairs(parts.length),
          namesAll((...all) => name(...all.with(index, ''))),
          RUNS,
        ),
      );
    });
  }

  test(`sabotage: ${what} whose parts are put side by side is found`, (t) => {
    t.true(
      breaks(
        pairs(parts.length),
        namesAll((...all) => all.join('')),
        RUNS,
      ),
    );
  });
}

test('a selection is the same in any order, and no other', (t) => {
  const idOf = (requirements: readonly string[]): string => generationJobId('ws_1', 'pln_1', 'hash', requirements);
  const selections = fc.uniqueArray(part, { minLength: 1, maxLength: 5 });
  const law = (requirements: readonly string[]): void => {
    if (idOf(requirements) !== idOf(requirements.toReversed())) throw new Error('the order counts');
    if (idOf(requirements) === idOf(requirements.slice(1))) throw new Error('a requirement does not count');
  };
  t.notThrows(() => holds(selections, law, RUNS));
});
