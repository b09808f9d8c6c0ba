import test from 'ava';
import fc from 'fast-check';
import { assert } from '../../../../src/kernel/faults.ts';
import { breaks, holds } from '../../../support/property/property.ts';
import { type Candidate, route, type Route } from '../../../../src/application/work/resolve-engines.ts';

const one = (name: string, change: Partial<Candidate> = {}): Candidate => ({
  name,
  askedAs: name,
  makes: true,
  priceCredits: 5,
  fits: true,
  reachable: true,
  ...change,
});

const away = { reachable: false };
const dear = { priceCredits: 9 };
const cheap = { priceCredits: 1 };

const rows: readonly (readonly [string, readonly Candidate[], asked: string, Route])[] = [
  ['the only one', [one('a')], 'auto', { kind: 'routed', engines: ['a'] }],
  ['the cheaper one first', [one('a', dear), one('b')], 'auto', { kind: 'routed', engines: ['b'] }],
  ['of equals the first that is configured', [one('a'), one('b')], 'auto', { kind: 'routed', engines: ['a', 'b'] }],
  ['health before price', [one('a', { ...cheap, ...away }), one('b')], 'auto', { kind: 'routed', engines: ['b'] }],
  ['fit before health', [one('a', { fits: false }), one('b', away)], 'auto', { kind: 'away', engines: ['b'] }],
  [
    'all away: the one of a later try',
    [one('a', { ...dear, ...away }), one('b', away)],
    'auto',
    { kind: 'away', engines: ['b'] },
  ],
  ['none that costs more', [one('a'), one('b', dear)], 'auto', { kind: 'routed', engines: ['a'] }],
  ['a named one, and no cheaper one', [one('a', dear), one('b', cheap)], 'a', { kind: 'routed', engines: ['a'] }],
  ['a named one that is away is not replaced', [one('a', away), one('b')], 'a', { kind: 'away', engines: ['a'] }],
  ['a named one that is not there', [one('a')], 'b', { kind: 'not_configured' }],
  ['a named one that does not make it', [one('a'), one('b', { makes: false })], 'b', { kind: 'not_configured' }],
  ['one without a price', [one('a', { priceCredits: undefined })], 'auto', { kind: 'not_configured' }],
  ['none at all', [], 'auto', { kind: 'not_configured' }],
];

for (const [name, candidates, asked, expected] of rows) {
  test(`${name}: ${JSON.stringify(expected)}`, (t) => {
    t.deepEqual(route(candidates, asked), expected);
  });
}

const candidate = fc.record({
  makes: fc.boolean(),
  priceCredits: fc.option(fc.nat(9), { nil: undefined }),
  fits: fc.boolean(),
  reachable: fc.boolean(),
});
const any = fc
  .array(candidate, { maxLength: 6 })
  .map((all) => all.map((rest, index): Candidate => one(`e${index}`, rest)));

const can = ({ makes, priceCredits, fits }: Candidate): boolean => makes && priceCredits !== undefined && fits;

/** `auto` never fails while an engine fits and can be reached. A named one is the only one. The rest costs no more. */
const keepsPolicy = (routing: typeof route, candidates: readonly Candidate[], asked: string): boolean => {
  const found = routing(candidates, asked);
  const able = candidates.filter(can);
  if (found.kind === 'not_configured') return asked !== 'auto' || able.length === 0;
  const [first, ...next] = found.engines.map((name) => candidates.find((one) => one.name === name));
  if (first?.priceCredits === undefined) return false;
  if (asked !== 'auto' && (first.name !== asked || next.length > 0)) return false;
  if (asked === 'auto' && !first.reachable && able.some(({ reachable }) => reachable)) return false;
  return (
    (found.kind === 'routed') === first.reachable &&
    next.every((one) => (one?.priceCredits ?? 99) <= (first.priceCredits ?? 0))
  );
};

const asking = fc.constantFrom('auto', 'auto', 'e0', 'e1');
const asked = fc.record({ candidates: any, asked: asking });
type Asked = { readonly candidates: readonly Candidate[]; readonly asked: string };

const law =
  (routing: typeof route) =>
  ({ candidates, asked }: Asked): void =>
    assert(keepsPolicy(routing, candidates, asked), 'the policy is kept');

test('property: the policy holds for any engines', (t) => {
  t.notThrows(() => holds(asked, law(route), 5_000));
});

test('sabotage: a routing that does not look at health is found', (t) => {
  const blind: typeof route = (candidates, asked) => {
    const found = route(
      candidates.map((one) => ({ ...one, reachable: true })),
      asked,
    );
    if (found.kind === 'not_configured') return found;
    const first = candidates.find(({ name }) => name === found.engines[0]);
    return { ...found, kind: first?.reachable === true ? 'routed' : 'away' };
  };
  t.true(breaks(asked, law(blind), 5_000));
});

test('sabotage: a routing that puts another engine in the place of a named one is found', (t) => {
  t.true(
    breaks(
      asked,
      law((candidates) => route(candidates, 'auto')),
      5_000,
    ),
  );
});
