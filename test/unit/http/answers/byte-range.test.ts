/** Which bytes a Range header asks for. */
import test from 'ava';
import { type AskedRange, byteRange } from '../../../../src/http/answers/byte-range.ts';

const SIZE = 1_000;

const asked: readonly (readonly [string, AskedRange])[] = [
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 999 }],
  ['bytes=5-9', { start: 5, end: 9 }],
  ['bytes= 5-9 ', { start: 5, end: 9 }],
  ['Bytes=5-9', { start: 5, end: 9 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=999-', { start: 999, end: 999 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-1000', { start: 0, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 999 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=1000-1001', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // None, several, malformed, or of another unit: the whole.
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=9-5', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=0-1, bytes=5-6', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1.5-3', undefined],
  ['bytes=--3', undefined],
  ['bytes 0-1', undefined],
  ['seconds=0-1', undefined],
];

for (const [range, expected] of asked) {
  test(`Range: ${range.slice(0, 40)}${range.length > 40 ? '…' : ''}`, (t) => {
    t.deepEqual(byteRange({ range }, SIZE, '"a"'), expected);
  });
}

test('a range holds for the copy that If-Range names, by its strong tag', (t) => {
  const range = 'bytes=5-9';
  t.deepEqual(byteRange({ range, 'if-range': '"a"' }, SIZE, '"a"'), { start: 5, end: 9 });
  for (const other of ['"b"', 'W/"a"', 'a', 'Fri, 02 Jan 2026 03:04:05 GMT']) {
    t.is(byteRange({ range, 'if-range': other }, SIZE, '"a"'), undefined, other);
  }
  t.is(byteRange({ range, 'if-range': '"a"' }, SIZE, undefined), undefined, 'a content without a tag');
});

test('an empty content has no range', (t) => {
  t.is(byteRange({ range: 'bytes=-5' }, 0, '"a"'), undefined);
  t.is(byteRange({ range: 'bytes=0-' }, 0, '"a"'), 'unsatisfiable');
});
