/**
 * Glyphs of the bundled fonts. A font is cut into slices, and each has some characters. A slice is read when a text has
 * one of them: so one caption reads a few kilobytes of fonts that have many megabytes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype, { type Font, type Glyph } from 'opentype.js';
import { inflateSync } from 'node:zlib';

/** Latin, Cyrillic and Greek in the first one. The two others draw the same Han characters in their own ways. */
const FAMILIES = {
  western: { name: 'noto-sans', weight: 600 },
  japanese: { name: 'biz-udpgothic', weight: 700 },
  chinese: { name: 'noto-sans-sc', weight: 600 },
} as const;

type Family = keyof typeof FAMILIES;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Families by preference. A text with kana is Japanese; Han characters alone are taken for Chinese. */
export const familiesFor = (text: string): readonly Family[] =>
  KANA.test(text) ? ['western', 'japanese', 'chinese'] : ['western', 'chinese', 'japanese'];

/** Slices, and characters, that are kept. Past that all are forgotten, and read again when a text has them. */
const KEPT_MAX = 2_000;

type Range = { readonly from: number; readonly to: number; readonly slice: string };

/** The file of `unicode.json` has, for each slice, ranges such as `U+0000-00FF,U+0131`. */
const rangesOf = (family: Family): readonly Range[] => {
  const slices = JSON.parse(readFileSync(pathOf(family, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(slices).flatMap(([slice, ranges]) =>
    ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), slice: slice.replaceAll(/[[\]]/g, '') };
    }),
  );
};

const pathOf = (family: Family, file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource/${FAMILIES[family].name}/${file}`));

const ranges = new Map<Family, readonly Range[]>();
const fonts = new Map<string, Font>();

const remembered = <K, V>(known: Map<K, V>, key: K, make: () => V): V => {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size >= KEPT_MAX) known.clear();
  known.set(key, made);
  return made;
};

const sliceFont = (family: Family, slice: string): Font => {
  const { name, weight } = FAMILIES[family];
  return remembered(fonts, `${name}-${slice}`, () => {
    return opentype.parse(
      unpackWoff(readFileSync(pathOf(family, `files/${name}-${slice}-${String(weight)}-normal.woff`))),
    );
  });
};

type Drawn = {
  readonly font: Font;
  readonly glyph: Glyph;
  /** In sizes of the type. */ readonly advance: number;
};

const drawn = new Map<string, Drawn | null>();

/** The first family's glyph that draws this character; null where none does, e.g. for an emoji. */
export const glyphOf = (character: string, families: readonly Family[]): Drawn | null =>
  remembered(drawn, `${families.join()} ${character}`, () => {
    const font = fontFor(character, families);
    if (font === undefined) return null;
    const glyph = font.charToGlyph(character);
    return { font, glyph, advance: (glyph.advanceWidth ?? 0) / font.unitsPerEm };
  });

const fontFor = (character: string, families: readonly Family[]): Font | undefined => {
  const code = character.codePointAt(0) ?? 0;
  for (const family of families) {
    for (const { from, to, slice } of remembered(ranges, family, () => rangesOf(family))) {
      if (code < from || code > to) continue;
      const font = sliceFont(family, slice);
      if (font.charToGlyphIndex(character) > 0) return font;
    }
  }
  return undefined;
};

const HEAD = 44;
const ENTRY = 20;
const PLAIN_HEAD = 12;
const PLAIN_ENTRY = 16;

/** Tables begin at multiples of four bytes. */
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/**
 * A file of WOFF 1.0 as the plain font that is packed in it: each table is deflated, or as it was. The library of
 * fonts unpacks by itself too, but its own inflate takes some good files for broken ones.
 */
const unpackWoff = (woff: Buffer): ArrayBuffer => {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(PLAIN_HEAD + count * PLAIN_ENTRY);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = HEAD + i * ENTRY;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(start, start + packed);
    const table = padded(packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes);
    const to = PLAIN_HEAD + i * PLAIN_ENTRY;
    woff.copy(head, to, entry, entry + 4);
    woff.copy(head, to + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    tables.push(table);
    offset += table.length;
  }
  const font = Buffer.concat([head, ...tables]);
  return font.buffer.slice(font.byteOffset, font.byteOffset + font.length);
};
