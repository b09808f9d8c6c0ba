/** Canonical JSON against the plainest reading of RFC 8785: piece by piece, members sorted. */
import test from 'ava';
import fc from 'fast-check';
import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { breaks, holds } from '../support/property/property.ts';

const plainest = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(plainest).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${plainest(member)}`).join(',')}}`;
};

const names = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.nat({ max: 20 }).map(String),
  fc.constantFrom('__proto__', 'toString', '2a', '-1', '\u{10000}', '\ufb33', 'ä'),
);
const leaves = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaves,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, fc.option(tie('value'), { nil: undefined })), { maxLength: 6 }).map(Object.fromEntries),
  ),
}));

const law =
  (encode: (value: unknown) => string) =>
  (value: unknown): void => {
    const text = encode(value);
    strictEqual(text, plainest(value));
    deepStrictEqual(encode(JSON.parse(text)), text);
  };

test('the same text as piece by piece, in any order, depth and names', (t) => {
  t.notThrows(() => holds(values, law(canonicalJson), 3_000));
});

test('sabotage: an encoder that trusts the order of members is found out', (t) => {
  t.true(breaks(values, law(JSON.stringify), 3_000));
});

test('a value that JSON cannot hold is refused in any place', (t) => {
  const bad = fc.constantFrom(NaN, Infinity, -Infinity, '\ud800', 'a\udc00b', 1n, Symbol('x'), () => 1);
  const hidden = fc
    .tuple(bad, names, fc.array(fc.tuple(names, values), { maxLength: 4 }))
    .map(([one, name, others]) => {
      const members = new Map<string, unknown>([...others, [name, [1, { b: 1, a: one }]]]);
      return Object.fromEntries(members);
    });
  const law = (value: unknown): void => {
    throws(() => canonicalJson(value), { name: 'BrokenInvariant' });
  };
  t.notThrows(() => holds(hidden, law, 500));
});

test('vectors of RFC 8785', (t) => {
  const sorting = {
    '\u20ac': 'Euro',
    '\r': 'CR',
    '\ufb33': 'Dalet',
    '1': 'One',
    '\u{1f600}': 'Smile',
    '\u0080': 'C',
    ö: 'o',
  };
  t.is(canonicalJson(sorting), '{"\\r":"CR","1":"One","\u0080":"C","ö":"o","€":"Euro","😀":"Smile","\ufb33":"Dalet"}');
  t.is(canonicalJson([-0, 1e21, 1e-7, 333333333.3333333]), '[0,1e+21,1e-7,333333333.3333333]');
  t.is(canonicalJson({ b: undefined, a: [] }), '{"a":[]}');
});
