import test from 'ava';
import { fitting, joined, spokenMs, wordsOf } from '../../../../../src/application/work/speech/spoken.ts';

test('words joined are the text again, in scripts with spaces and without', (t) => {
  const texts = [
    'Ada reads the letter.',
    '艾达在厨房里读信。',
    'エイダは手紙を読む。',
    '그녀는 편지를 읽는다.',
    'Ада читает.',
    'Ada 读信 today.',
  ];
  for (const text of texts) t.is(joined(wordsOf(text)).replaceAll(' ', ''), text.replaceAll(' ', ''), text);
  t.deepEqual(wordsOf('艾达读。'), ['艾', '达', '读。']);
  t.is(joined(wordsOf('그녀는 편지를')), '그녀는 편지를');
  t.deepEqual(wordsOf('  '), []);
});

test('a syllable in one character takes as long as several letters', (t) => {
  t.is(spokenMs('fifteen letters'), 1_000);
  t.is(spokenMs('てがみよむ'), 1_000);
  t.is(spokenMs('读信读'), 1_000);
  t.is(spokenMs('$1984'), spokenMs('x'.repeat(40)), 'digits and signs are said as words');
  t.is(spokenMs(''), 0);
});

test('the words of a line are those that can be said in its time', (t) => {
  const words = wordsOf('one two three four five six');
  const [now, later] = fitting(words, 1_000);
  t.deepEqual(
    [now, later],
    [
      ['one', 'two', 'three'],
      ['four', 'five', 'six'],
    ],
  );
  t.true(spokenMs(joined(now)) <= 1_000);
  t.deepEqual(fitting([], 1_000), [[], []]);
  t.deepEqual(fitting(words, 0), [[], words], 'they wait for a longer scene');
  t.deepEqual(fitting(['x'.repeat(500), 'two'], 5_000), [[], ['two']], 'a word that no scene holds is skipped');
});
