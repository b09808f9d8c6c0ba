/** Texts as words and pieces, and the times of words. */
import test from 'ava';
import { wordSpans } from '../../../../src/engines/service-speech/word-times.ts';
import { piecesOf, textOf, wordsOf } from '../../../../src/engines/service-speech/words.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const english = { language: 'en-US', spaced: true };
const japanese = { language: 'ja', spaced: false };
const shown = (text: string, voice = english): readonly string[] => wordsOf(text, voice).map((word) => word.text);

test('words keep their punctuation, and lone marks go to the word before', (t) => {
  t.deepEqual(shown('“Well,” she said — no… Really?!'), ['“Well,”', 'she', 'said —', 'no…', 'Really?!']);
  t.deepEqual(shown('— hm'), ['hm']);
});

test('a script without spaces is parted by its words', (t) => {
  t.deepEqual(shown('私は学生です。', japanese), ['私', 'は', '学生', 'です。']);
});

test('markup, phonemes and characters that are no text are not spoken', (t) => {
  t.deepEqual(shown('a <break time="9999s"/> b [[h@l]] c\u0001\u001b[31m d\u202e\u200b e\ud800'), [
    'a',
    'break',
    'time="9999s"/',
    'b',
    'h@l',
    'c',
    '31m',
    'd',
    'e',
  ]);
  t.deepEqual(shown(' \n\t… — \u0000'), []);
});

test('a soft hyphen parts no word, and a space without width does', (t) => {
  t.deepEqual(shown('Donau\u00ADdampf\u00ADschiff voraus\u200bHafen'), ['Donaudampfschiff', 'voraus', 'Hafen']);
});

test('any text is parted into pieces within the bound, and none of it is lost', (t) => {
  const sentences = ['word '.repeat(2_000), 'A sentence. '.repeat(300), '!'.repeat(4_000)];
  for (const text of [...sentences, 'x'.repeat(5_000), '9'.repeat(5_000), '長い文'.repeat(900)]) {
    const words = wordsOf(text, english);
    const pieces = piecesOf(words);
    t.deepEqual(pieces.flat(), words);
    for (const piece of pieces) t.true(textOf(piece).text.length <= limits.speechPieceCharsMax);
  }
});

test('places of words are counted in code points', (t) => {
  const { text, begins } = textOf(wordsOf('𝒳𝒳 😀 last', english));
  t.deepEqual(begins, [0, 3, 5]);
  t.is(text, '𝒳𝒳 😀 last');
});

const LOUD = new Float32Array(1_000).fill(0.5);
const at = (place: number, time: number) => ({ place, at: time });

test('a word is heard from its event to the next one', (t) => {
  t.deepEqual(wordSpans([0, 5, 9], 12, [at(0, 0), at(5, 300), at(9, 600)], LOUD), [
    { from: 0, to: 300 },
    { from: 300, to: 600 },
    { from: 600, to: 1_000 },
  ]);
});

test('a word without an event, or with one of the past, has its share of the time', (t) => {
  t.deepEqual(
    wordSpans([0, 4, 8], 12, [at(0, 0), at(8, 800)], LOUD).map(({ from }) => from),
    [0, 400, 800],
  );
  const spans = wordSpans([0, 4, 8], 12, [at(0, 500), at(4, 700), at(8, 100)], LOUD);
  t.true(spans.every(({ from, to }, n) => from <= to && to <= (spans[n + 1]?.from ?? 1_000)));
});

test('pauses at the edges of a word are not part of it', (t) => {
  const samples = Float32Array.from(LOUD, (loud, n) => (n < 100 || (n > 400 && n < 600) ? 0 : loud));
  t.deepEqual(wordSpans([0, 3], 6, [at(0, 0), at(3, 500)], samples), [
    { from: 100, to: 401 },
    { from: 600, to: 1_000 },
  ]);
});
