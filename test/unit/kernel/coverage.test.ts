import test from 'ava';
import { boundedCoverage } from '../../../src/kernel/coverage.ts';
import { limits } from '../../../src/kernel/limits.ts';

const bytesIn = (words: readonly string[]): number => Buffer.byteLength(JSON.stringify(words));

test('a text that fits stays as it is', (t) => {
  t.deepEqual(boundedCoverage({ drawn: ['ada', 'rain'], left: [] }), { drawn: ['ada', 'rain'], left: [] });
});

test('many words, long ones and wide ones are cut to what an event may hold', (t) => {
  const hostile = [
    Array.from({ length: 20_000 }, (_, n) => `word${n}`),
    Array.from({ length: 100 }, () => 'x'.repeat(50_000)),
    Array.from({ length: 100 }, () => '😀'.repeat(40)),
    Array.from({ length: 100 }, () => '\u0001'.repeat(40)),
    ['\ud800'.repeat(100)],
  ];
  for (const words of hostile) {
    const { drawn, left } = boundedCoverage({ drawn: words, left: words });
    t.deepEqual(drawn, left);
    t.true(drawn.length > 0 && drawn.length <= limits.coverageWordsMax);
    t.true(drawn.every((word) => word.length <= limits.coverageWordCharsMax && word.isWellFormed()));
    t.true(bytesIn(drawn) <= limits.coverageBytesMax + 2, String(bytesIn(drawn)));
  }
});
