import test from 'ava';
import sharp, { type Region } from 'sharp';
import { contactSheet, type SheetFrame } from '../../../src/main/demo/contact-sheet.ts';
import { fitting, lettering, letteringWidth } from '../../../src/main/demo/glyphs.ts';

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

const pathsIn = (text: string): number =>
  (lettering(text, { x: 0, y: 0, height: 12, colour: '#fff', weight: 1 }).match(/<path/g) ?? []).length;

test('letters need no font: they are strokes, in capitals', (t) => {
  const at = { x: 0, y: 0, height: 12, colour: '#fff', weight: 1 };
  t.false(lettering('A<&">', at).includes('text'));
  t.is(pathsIn('ABC 0-9'), 6);
  t.is(lettering('straße', at), lettering('STRASSE', at));
  t.is(lettering('\u200d\u202e', at), '');
});

test('letters of Latin, Greek and Cyrillic alphabets are drawn, each with its accents', (t) => {
  const box = lettering('家', { x: 0, y: 0, height: 12, colour: '#fff', weight: 1 });
  const letters =
    'AÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸĀĂĄĆĊČĎĐĒĖĘĚĞĠĢĦĪĮİĶĹĻĽŁŃŅŇŊŌŐŒŔŘŚŞŠȘŢŤȚŪŮŰŲŴŶŹŻŽ' +
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ' +
    'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇҐЎЂЋЉЊЏЈЅ';
  const drawings = new Map<string, string>();
  for (const letter of letters) {
    for (const form of [letter, letter.toLowerCase()]) {
      const drawn = lettering(form, { x: 0, y: 0, height: 12, colour: '#fff', weight: 1 });
      t.true(drawn !== '' && drawn !== box, form);
      drawings.set(form.toUpperCase(), drawn);
    }
    t.is(pathsIn(letter), letter.normalize('NFD').length, `${letter} and its accent`);
  }
  t.not(drawings.get('É'), drawings.get('E'));
  t.not(drawings.get('Й'), drawings.get('И'));
});

test('a character without strokes is a box and does not vanish', (t) => {
  t.is(pathsIn('東京物語'), 4);
  t.is(pathsIn('👩‍👩‍👧 각'), 2);
  t.is(pathsIn('A家B'), 3);
});

test('lettering begins at its left or ends at its right', (t) => {
  const at = { y: 0, height: 12, colour: '#fff', weight: 1 };
  const starts = (svg: string): number => Number(/translate\(([\d.]+)/.exec(svg)?.[1]);
  t.is(starts(lettering('AB', { ...at, x: 10 })), 10);
  const width = letteringWidth('AB', 12);
  t.true(Math.abs(starts(lettering('AB', { ...at, x: 100, from: 'right' })) - (100 - width)) < 0.01);
});

test('a text that does not fit is cut at a word', (t) => {
  const width = letteringWidth('INT. SORTING OFFICE', 12);
  t.is(fitting('INT. SORTING OFFICE - NIGHT', 12, width + 1), 'INT. SORTING OFFICE');
  t.is(fitting('INT. SORTING OFFICE', 12, width + 1), 'INT. SORTING OFFICE');
  t.is(fitting('SUPERCALIFRAGILISTIC', 12, letteringWidth('SUPER…', 12)), 'SUPER…');
  t.is(fitting('東京物語', 12, letteringWidth('東…', 12)), '東…');
  t.is(fitting('SUPERCALIFRAGILISTIC', 12, 10), '');
});
