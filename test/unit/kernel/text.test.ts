import test from 'ava';
import { charactersIn, clipped, firstCharacters, visibleName } from '../../../src/kernel/text.ts';

test('a name is one visible line of bounded length', (t) => {
  const rows: readonly (readonly [unknown, string | null])[] = [
    ['Ada Smith', 'Ada Smith'],
    ['  Ada \t\r\n Smith ', 'Ada Smith'],
    ['Ada\u0000\u001b[31mSmith', 'Ada [31mSmith'],
    ['Ada\u2028Smith', 'Ada Smith'],
    // Characters that turn the direction of later text are left out.
    ['Ada\u202e\u2066Smith', 'AdaSmith'],
    ['علی‌رضا', 'علی‌رضا'],
    ['👩‍🚀', '👩‍🚀'],
    ['\ud800Ada', '\ufffdAda'],
    ['\u200d\u200c', null],
    ['\u0000\u2028 ', null],
    ['', null],
    [7, null],
    [null, null],
    [{ toString: () => 'Ada' }, null],
  ];
  for (const [value, expected] of rows) t.is(visibleName(value, 120), expected, JSON.stringify(value));
  t.is(visibleName('😀'.repeat(300), 120), '😀'.repeat(120), 'characters, not halves of them');
  t.is(visibleName(`${'x'.repeat(119)} y`, 120), 'x'.repeat(119));
});

test('characters are code points, as JSON Schema counts them', (t) => {
  for (const [text, count] of [
    ['', 0],
    ['ab', 2],
    ['a😀', 2],
    ['\ud83d', 1],
  ] as const) {
    t.is(charactersIn(text), count, JSON.stringify(text));
  }
});

test('a cut text stays well-formed', (t) => {
  t.is(clipped('a😀', 2), 'a\ufffd');
  t.is(firstCharacters('😀😀😀', 2), '😀😀');
});
