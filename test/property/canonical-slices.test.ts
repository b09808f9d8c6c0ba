/** Canonical JSON in pieces is canonical JSON. */
import { deepEqual, equal } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { canonicalJson, sha256 } from '../../src/kernel/canonical-json.ts';
import { canonicalSlices, createSha256 } from '../../src/kernel/canonical-slices.ts';
import { limits } from '../../src/kernel/limits.ts';
import { breaks, holds } from '../support/property/property.ts';

const all = (value: unknown): { readonly pieces: readonly string[]; readonly copy: unknown } => {
  const pieces: string[] = [];
  const slices = canonicalSlices(value);
  let step = slices.next();
  for (; step.done !== true; step = slices.next()) pieces.push(step.value);
  return { pieces, copy: step.value };
};

const json = fc.jsonValue({ maxDepth: 6 }).filter((value) => JSON.stringify(value).isWellFormed());
const same = (textOf: (pieces: readonly string[]) => string) => (value: unknown) => {
  const { pieces, copy } = all(value);
  const text = canonicalJson(value);
  equal(textOf(pieces), text);
  deepEqual(copy, JSON.parse(text));
};

test('the pieces together are the canonical form, and the copy is what it says', (t) => {
  t.notThrows(() =>
    holds(
      json,
      same((pieces) => pieces.join('')),
      300,
    ),
  );
});

test('sabotage: a piece that is left out is found', (t) => {
  t.true(
    breaks(
      json,
      same((pieces) => pieces.slice(1).join('')),
      300,
    ),
  );
});

test('members that are undefined, odd names and empty things', (t) => {
  for (const value of [
    { b: undefined, a: 1 },
    { a: undefined },
    [],
    {},
    [{}],
    [[]],
    { 10: 1, 9: 2, a: [{ 2: 1, 1: 2 }] },
    JSON.parse('{"__proto__":{"b":1,"a":2}}'),
    '🎬',
    null,
  ]) {
    t.is(all(value).pieces.join(''), canonicalJson(value));
    t.deepEqual(all(value).copy, JSON.parse(canonicalJson(value)));
  }
});

test('a long list of objects is many pieces', (t) => {
  t.true(all({ frames: Array.from({ length: 200 }, (_, i) => ({ prompt: `${i}` })) }).pieces.length > 400);
});

test('a long text is many pieces, and none of them cuts a character in two', (t) => {
  for (const before of ['', 'x', '"']) {
    const script = `${before}${'\u{1d4b3}'.repeat(2 * limits.textSliceChars)}\n`;
    const { pieces, copy } = all({ script });
    t.is(pieces.join(''), canonicalJson({ script }));
    t.deepEqual(copy, { script });
    t.true(pieces.length >= 4);
    t.true(pieces.every((piece) => piece.isWellFormed() && piece.length <= limits.textSliceChars + 2));
  }
  const broken = `${'x'.repeat(2 * limits.textSliceChars)}\ud800`;
  t.throws(() => all({ broken }), { message: /lone surrogate/ });
});

test('a hash in pieces is the hash of the whole', (t) => {
  const digest = createSha256();
  for (const piece of ['a', 'bc', '']) digest.add(Buffer.from(piece));
  t.is(digest.hex(), sha256('abc'));
});
