import test from 'ava';
import { captionsOfLine, captionsOfWords, within } from '../../../../../src/application/work/film/captions.ts';
import { limits } from '../../../../../src/kernel/limits.ts';

const said = (...words: readonly (readonly [text: string, startMs: number, endMs: number])[]) =>
  words.map(([text, startMs, endMs]) => ({ text, startMs, endMs }));

test('spoken words are shown while they are said; a sentence or a pause ends a caption', (t) => {
  const words = said(
    ['Ada', 0, 200],
    ['wakes.', 200, 600],
    ['She', 650, 800],
    ['reads', 800, 1_000],
    ['on', 2_000, 2_200],
  );
  t.deepEqual(captionsOfWords(words), [
    { text: 'Ada wakes.', startMs: 0, endMs: 600 },
    { text: 'She reads', startMs: 650, endMs: 1_000 },
    { text: 'on', startMs: 2_000, endMs: 2_200 },
  ]);
  t.deepEqual(captionsOfWords([]), []);
});

test('an abbreviation at the beginning of a caption does not end it', (t) => {
  const words = said(['EXT.', 0, 400], ['HARBOUR', 440, 900], ['-', 900, 900], ['DAY.', 950, 1_300]);
  t.deepEqual(captionsOfWords(words), [{ text: 'EXT. HARBOUR - DAY.', startMs: 0, endMs: 1_300 }]);
  const late = said(['Yes.', 0, 400], ['Ada', 400 + limits.captionPauseMs, 1_500]);
  t.is(captionsOfWords(late).length, 2, 'a pause does');
});

test('no caption is longer than two lines', (t) => {
  const words = Array.from({ length: 100 }, (_, index) => ({
    text: 'words',
    startMs: index * 100,
    endMs: index * 100 + 100,
  }));
  const captions = captionsOfWords(words);
  t.true(captions.length > 5);
  t.true(captions.every(({ text }) => text.length <= limits.captionCharsMax));
  t.is(captions.map(({ text }) => text).join(' '), words.map(({ text }) => text).join(' '));
});

test('a line without a voice fills its scene, each part as long as it takes to read', (t) => {
  const scene = { startMs: 5_000, durationMs: 4_000 };
  t.deepEqual(captionsOfLine('Ada reads.', scene), [{ text: 'Ada reads.', startMs: 5_000, endMs: 9_000 }]);
  const parts = captionsOfLine('word '.repeat(40).trim(), scene);
  t.true(parts.length > 1);
  t.is(parts[0]?.startMs, 5_000);
  t.is(parts.at(-1)?.endMs, 9_000);
  t.deepEqual(
    parts.slice(1).map(({ startMs }) => startMs),
    parts.slice(0, -1).map(({ endMs }) => endMs),
  );
  t.deepEqual(captionsOfLine('', scene), []);
});

test('a scene shows the part of a caption that is in it, in its own time', (t) => {
  const captions = said(['before', 0, 4_000], ['across', 4_000, 6_000], ['after', 10_000, 11_000]);
  t.deepEqual(within(captions, { startMs: 5_000, durationMs: 5_000 }), [{ text: 'across', startMs: 0, endMs: 1_000 }]);
});
