import test from 'ava';
import { captionDrawing } from '../../../../src/engines/service-video/text/drawings.ts';
import { familiesFor, glyphOf } from '../../../../src/engines/service-video/text/fonts.ts';
import { evenLinesOf, linesOf } from '../../../../src/engines/service-video/text/lines.ts';
import { outlines, setText } from '../../../../src/engines/service-video/text/set-text.ts';

/** A sentence of each language of the settings. */
const sentences: Readonly<Record<string, string>> = {
  en: 'The quick brown fox “jumps” — over the lazy dog’s back… & 100%!',
  es: 'El pingüino Wenceslao hizo kilómetros; ¿cuántos? ¡Ningún niño lo sabrá!',
  de: 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: „Äh?“',
  pt: 'À noite, vovô Kowalsky vê o ímã cair no pé do pinguim — que maçã, coração!',
  fr: 'Voix ambiguë d’un cœur qui, au zéphyr, préfère les jattes de kiwis. « Ça ? »',
  ja: '吾輩は猫である。名前はまだ無い。「ニャーニャー」泣いていた事だけは記憶している。',
  zh: '在那遥远的地方，有位好姑娘；人们走过了她的帐房，都要回头留恋地张望。',
  ru: 'Съешь же ещё этих мягких французских булок, да выпей чаю — №1!',
};

for (const [language, sentence] of Object.entries(sentences)) {
  test(`every letter of a sentence in ${language} is drawn`, (t) => {
    const families = familiesFor(sentence);
    const missing = Array.from(sentence).filter((letter) => glyphOf(letter, families) === null);
    t.deepEqual(missing, []);
    const set = setText(sentence, { widthMax: 400, linesMax: 9, size: 32, sizeMin: 20 });
    t.true(set.lines.length > 1 && set.lines.every(({ width }) => width <= 400));
    t.is(
      set.lines
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', ''),
      sentence.replaceAll(' ', ''),
    );
    t.notRegex(outlines(set, 200, 0, sentence), /NaN|undefined|e-/);
  });
}

/** All characters of two bytes of an encoding, in the rows that have Han characters. */
const charactersOf = (encoding: string, lastRow: number): readonly string[] => {
  const decoder = new TextDecoder(encoding);
  const rows = Array.from({ length: lastRow - 0xaf }, (_, i) => 0xb0 + i);
  const cells = Array.from({ length: 94 }, (_, i) => 0xa1 + i);
  return rows
    .flatMap((row) => cells.map((cell) => decoder.decode(Uint8Array.of(row, cell))))
    .filter((text) => /^\p{Script=Han}$/u.test(text));
};

test('all characters of JIS X 0208 are drawn, and all of GB 2312 but 28 rare ones', (t) => {
  const missing = (characters: readonly string[], like: string): number =>
    characters.filter((character) => glyphOf(character, familiesFor(like)) === null).length;
  const [chinese, japanese] = [charactersOf('gb2312', 0xf7), charactersOf('euc-jp', 0xf4)];
  t.deepEqual([chinese.length, japanese.length], [6_763, 6_355]);
  t.is(missing(japanese, 'あ'), 0);
  t.is(missing(chinese, '好'), 28);
});

test('a Japanese text has Japanese forms of Han characters', (t) => {
  const forms = ['直が', '直'].map((text) => glyphOf('直', familiesFor(text))?.font);
  t.not(forms[0], forms[1]);
});

const BOUNDS = { widthMax: 900, linesMax: 2, size: 32, sizeMin: 20 };
const drawnAs = (text: string): string => outlines(setText(text, BOUNDS), 450, 0, text);

test('letters that come apart from their accents are drawn as whole ones', (t) => {
  t.is(drawnAs('E\u0301cole, co\u0302te\u0301, A\u030Angström'), drawnAs('École, côté, Ångström'));
  const word = setText('x\u0363yz', BOUNDS).width;
  t.is(word, setText('xyz', BOUNDS).width, 'a mark that no font has takes no room');
});

test('characters without a form part no word, and controls do', (t) => {
  const lines = (text: string) => setText(text, BOUNDS).lines.map((line) => line.text);
  t.deepEqual(lines('Donau\u00ADdampf\u00ADschiff \u200Bfährt\uFEFF'), ['Donaudampfschiff fährt']);
  t.deepEqual(lines('one\ttwo\nthree'), ['one two three']);
});

test('a caption has a plate where a font has some of its letters, or it is punctuation', (t) => {
  const size = { width: 640, height: 360 };
  for (const text of ['שלום עולם.', '🎉🦄']) t.is(captionDrawing(text, size), null, text);
  for (const text of ['שלום Ada', '!!! …', '9']) t.truthy(captionDrawing(text, size), text);
});

const lettersWide = (text: string): number => text.length;

test('lines break at spaces, or between Han characters, and never before a closing mark', (t) => {
  t.deepEqual(linesOf('one two three', 8, lettersWide), ['one two', 'three']);
  t.deepEqual(linesOf('好好好好，好好', 4, lettersWide), ['好好好', '好，好好']);
  t.deepEqual(linesOf('「好」「好」', 4, lettersWide), ['「好」', '「好」']);
  t.deepEqual(linesOf('unbreakable', 4, lettersWide), ['unbr', 'eaka', 'ble']);
  t.deepEqual(linesOf('  \n ', 4, lettersWide), []);
});

test('lines are as even as they get', (t) => {
  t.deepEqual(linesOf('aa bb cc dd ee', 11, lettersWide), ['aa bb cc dd', 'ee']);
  t.deepEqual(evenLinesOf('aa bb cc dd ee', 11, lettersWide), ['aa bb cc', 'dd ee']);
});

test('a text that fits at no size ends in an ellipsis, within its bounds', (t) => {
  const set = setText('word '.repeat(100), { widthMax: 200, linesMax: 2, size: 32, sizeMin: 20 });
  t.is(set.lines.length, 2);
  t.is(set.size, 20);
  t.true(set.lines.at(-1)?.text.endsWith('…') ?? false);
  t.true(set.width <= 200);
});
