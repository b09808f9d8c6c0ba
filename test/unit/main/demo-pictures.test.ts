import test from 'ava';
import sharp, { type Region } from 'sharp';
import { contactSheet, type SheetFrame } from '../../../src/main/demo/contact-sheet.ts';
import { fitting, lettering, letteringWidth } from '../../../src/main/demo/lettering.ts';

const picture = async (): Promise<Uint8Array> =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: { r: 200, g: 40, b: 40 } } })
    .png()
    .toBuffer();

const frameOf = (picture: Uint8Array | null, label = '1A'): SheetFrame => ({
  label,
  heading: 'INT. KITCHEN - DAY',
  picture,
  score: 71,
  costCredits: 2,
  attempts: ['rejected', 'accepted'],
});

const text = { title: 'A Title', left: 'by nobody', right: '1 of 1' };

/** How many pixels of a part of the picture are far from the ground colour. */
const inked = async (sheet: Uint8Array, part: Region): Promise<number> => {
  const pixels = await sharp(sheet).extract(part).removeAlpha().raw().toBuffer();
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3) if ((pixels[at] ?? 0) > 100) count += 1;
  return count;
};

test('every number of frames makes a sheet of one width, with a place for each', async (t) => {
  const red = await picture();
  const heights: number[] = [];
  for (const count of [1, 6, 30, 200]) {
    const frames = Array.from({ length: count }, (_, index) => frameOf(red, `${index + 1}A`));
    const { width, height, format } = await sharp(await contactSheet(frames, text)).metadata();
    t.deepEqual([width, format], [2_400, 'png']);
    heights.push(height);
  }
  t.true(
    heights.every((height) => height < 8_000),
    heights.join(', '),
  );
});

test('the sheet shows the picture and letters, and an empty place where there is none', async (t) => {
  const shown = await contactSheet([frameOf(await picture())], text);
  const empty = await contactSheet([frameOf(null)], text);
  const place = { left: 100, top: 200, width: 200, height: 100 };
  t.is(await inked(shown, place), 20_000);
  t.is(await inked(empty, place), 0);
  const title = { left: 60, top: 40, width: 400, height: 50 };
  t.true((await inked(shown, title)) > 500);
  t.is(await inked(await contactSheet([frameOf(null)], { title: '', left: '', right: '' }), title), 0);
});

const at = { x: 0, y: 0, height: 12, colour: '#fff' };
const drawn = (text: string): string => lettering(text, at);

/** Of a box, which is the one drawing of four strokes. */
const boxesIn = (text: string): number => (drawn(text).match(/M[\d.]+ 0h[\d.]+v12H[\d.]+Z/g) ?? []).length;

test('letters need no font of the machine: they are outlines', (t) => {
  t.false(drawn('A<&">').includes('text'));
  t.is(boxesIn('ABC 0-9'), 0);
  t.is(drawn('\u200d\u202e'), '');
});

test('letters of Latin, Greek and Cyrillic alphabets are drawn, each with its accents', (t) => {
  const letters =
    'AÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸĀĂĄĆĊČĎĐĒĖĘĚĞĠĢĦĪĮİĶĹĻĽŁŃŅŇŊŌŐŒŔŘŚŞŠȘŢŤȚŪŮŰŲŴŶŹŻŽ' +
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ' +
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇҐЎЂЋЉЊЏЈЅ';
  for (const letter of letters) {
    for (const form of [letter, letter.toLowerCase(), letter.normalize('NFD')]) {
      t.true(drawn(form) !== '' && boxesIn(form) === 0, form);
    }
    const [base = ''] = letter.normalize('NFD');
    if (base !== letter) t.not(drawn(letter), drawn(base), `${letter} has its accent`);
  }
});

test('a character that no font has is a box and does not vanish', (t) => {
  t.is(boxesIn('東京物語'), 0);
  t.is(boxesIn('👩‍👩‍👧 각'), 2);
  t.is(boxesIn('A각B'), 1);
});

test('lettering begins at its left or ends at its right', (t) => {
  const leftOf = (svg: string): number => Number(/d="M([\d.]+)/.exec(svg)?.[1]);
  const width = letteringWidth('각B', 12);
  t.is(leftOf(lettering('각B', { ...at, x: 10 })), 10);
  t.true(Math.abs(leftOf(lettering('각B', { ...at, x: 100, from: 'right' })) - (100 - width)) < 0.01);
});

test('a text that does not fit is cut at a word, or within the first one', (t) => {
  const width = letteringWidth('INT. SORTING OFFICE', 12);
  t.is(fitting('INT. SORTING OFFICE - NIGHT', 12, width + 1), 'INT. SORTING OFFICE');
  t.is(fitting('INT. SORTING OFFICE', 12, width + 1), 'INT. SORTING OFFICE');
  t.is(fitting('SUPERCALIFRAGILISTIC', 12, letteringWidth('SUPER', 12) + 1), 'SUPER');
  t.is(fitting('東京物語', 12, letteringWidth('東', 12) + 1), '東');
});
