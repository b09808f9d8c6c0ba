/**
 * The language of a text, by rule: its script, then common words and letters. Short texts in the letters of English
 * tell little: without a sign of another language they count as unknown. Pure.
 */
import { limits } from '../../../kernel/limits.ts';
import { CYRILLIC, LATIN, type Signs } from './stop-words.ts';

/** As BCP 47; null where the text does not tell. Of a long text the beginning is read. */
export const languageOf = (whole: string): string | null => {
  const text = whole.slice(0, limits.languageCharsMax);
  const [first, ...others] = SCRIPTS.map((script) => ({ ...script, count: countOf(text, script.letters) })).toSorted(
    (a, b) => b.count - a.count,
  );
  if (first === undefined || first.count === 0) return null;
  // Japanese has Kana among its characters of Han, and Chinese has none.
  const kana = others.find(({ name }) => name === 'Kana')?.count ?? 0;
  return first.name === 'Han' && kana > 0 ? 'ja' : first.languageOf(text);
};

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

type Score = readonly [language: string, score: number];

/**
 * Scores by language. A word that several languages have says less of each. The first language is what a text is taken
 * for without signs, so its own words count in full.
 */
const scorer = (table: Readonly<Record<string, Signs>>, letterWeight: number) => {
  const languages = Object.keys(table);
  const words = weightsOf(Object.values(table).map((signs) => signs.words.split(' ')));
  const letters = weightsOf(Object.values(table).map((signs) => signs.letters.split('')));
  return (text: string): readonly Score[] => {
    const sums = languages.map(() => 0);
    const add = (weights: Weights | undefined, factor: number): void =>
      weights?.forEach((weight, index) => (sums[index] = (sums[index] ?? 0) + factor * weight));
    for (const word of text.toLowerCase().match(WORD_OR_MARK) ?? []) {
      add(words.get(word), 1);
      for (const letter of new Set(word)) add(letters.get(letter), letterWeight);
    }
    return languages.map((language, index) => [language, sums[index] ?? 0]);
  };
};

/** Of one sign, by the place of each language that has it. */
type Weights = ReadonlyMap<number, number>;

const weightsOf = (signs: readonly (readonly string[])[]): ReadonlyMap<string, Weights> =>
  new Map(
    [...new Set(signs.flat())].map((sign) => {
      const found = signs.flatMap((own, index) => (own.includes(sign) ? [index] : []));
      return [sign, new Map(found.map((index) => [index, index === 0 ? 1 : 1 / found.length]))];
    }),
  );

const WORD_OR_MARK = /[\p{L}\p{M}]+|[¿¡]/gu;

/** The language with the most signs; the first one where no other has more of them, and enough. */
const bySigns = (table: Readonly<Record<string, Signs>>, letterWeight: number, otherwise: string | null) => {
  const scoresOf = scorer(table, letterWeight);
  return (text: string): string | null => {
    const [[first, own] = ['', 0], ...others] = scoresOf(text);
    const [best, most] = others.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0] as Score);
    if (most > own && most >= SIGNS_MIN) return best;
    return own > 0 ? first : otherwise;
  };
};

/** One word that at most three languages share. */
const SIGNS_MIN = 0.3;

/** Names bring their letters into any text: "Señor Gomez" alone is no Spanish. */
const LATIN_LETTER = 0.3;
/** These are in nearly every sentence of their language, and in no other. */
const CYRILLIC_LETTER = 2;

const always = (language: string) => (): string => language;

const script = (name: string, of: (text: string) => string | null, pattern = `\\p{Script=${name}}`) => ({
  name,
  letters: new RegExp(pattern, 'gu'),
  languageOf: of,
});

/** Scripts of many languages name none of them. */
const SCRIPTS = [
  script('Latin', bySigns(LATIN, LATIN_LETTER, null)),
  script('Cyrillic', bySigns(CYRILLIC, CYRILLIC_LETTER, 'ru')),
  script('Han', always('zh')),
  script('Kana', always('ja'), '[\\p{Script=Hiragana}\\p{Script=Katakana}]'),
  script('Hangul', always('ko')),
  script('Greek', always('el')),
  script('Hebrew', always('he')),
  script('Thai', always('th')),
  script('Arabic', always('und-Arab')),
  script('Devanagari', always('und-Deva')),
  script('other', always('und'), '(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Han}\\p{Script=Common}])\\p{L}'),
];
