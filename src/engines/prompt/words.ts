/** Prompt text as words, in bounded time whatever the text is. */

/** Read of one text: the longest prompt holds 6,000 words, and corrections and additions come after it. */
const WORDS_MAX = 20_000;
const CHARS_MAX = 100_000;
const PHRASE_WORDS_MAX = 3;

/** A run of letters and digits, or one pictograph; linear time, no backtracking. */
const WORD = /[\p{L}\p{N}]+(?:['’]s\b)?|\p{Extended_Pictographic}/gu;
const POSSESSIVE = /['’]s$/u;
const SENTENCE_END = /[.!?\n]/u;
const CLAUSE_END = /[.,!?\n:;()]/u;
const NEGATIONS: ReadonlySet<string> = new Set([
  'no',
  'without',
  'not',
  'never',
  'avoid',
  'zero',
  'minus',
  'less',
  'fewer',
  'reduce',
]);
/** Words allowed between a negation and its word: "no other people". */
const FILLERS: ReadonlySet<string> = new Set(['any', 'visible', 'the', 'a', 'an', 'too', 'other', 'more', 'of']);
/** "No people or cars" negates both; any other word after a negated one ends it. */
const GO_ON: ReadonlySet<string> = new Set(['or', 'nor']);

type Negation = 'off' | 'on' | 'done';

const negationAfter = (before: Negation, word: string): Negation => {
  if (NEGATIONS.has(word)) return 'on';
  if (before === 'on') return FILLERS.has(word) ? 'on' : 'done';
  return before === 'done' && GO_ON.has(word) ? 'on' : 'off';
};

export type Word = {
  readonly lower: string;
  readonly capital: boolean;
  /** Whether it is first in its sentence. */
  readonly first: boolean;
  /** Number of its clause, counted from 0: commas and sentence ends part clauses. */
  readonly clause: number;
  readonly negated: boolean;
};

/** The words of a text in order. */
export const wordsOf = (text: string): readonly Word[] => {
  const plain = text.slice(0, CHARS_MAX).normalize('NFKC');
  const words: Word[] = [];
  let end = 0;
  let clause = 0;
  let negation: Negation = 'off';
  for (const match of plain.matchAll(WORD)) {
    if (words.length >= WORDS_MAX) break;
    const raw = match[0].replace(POSSESSIVE, '');
    const lower = raw.toLowerCase();
    const gap = plain.slice(end, match.index);
    end = match.index + match[0].length;
    const parted = words.length > 0 && CLAUSE_END.test(gap);
    if (parted) {
      clause += 1;
      negation = 'off';
    }
    const first = words.length === 0 || SENTENCE_END.test(gap);
    words.push({ lower, capital: raw.charAt(0) !== lower.charAt(0), first, clause, negated: negation === 'on' });
    negation = negationAfter(negation, lower);
  }
  return words;
};

/** The first place of each phrase of up to three words, by its lower-case words joined with spaces. */
export type Phrases = ReadonlyMap<string, number>;

/** Phrases of the words that are said, of those that are negated, or of all of them; none goes across a clause. */
export const phrasesOf = (words: readonly Word[], which: 'said' | 'negated' | 'all'): Phrases => {
  const found = new Map<string, number>();
  const counts = (word: Word): boolean => which === 'all' || word.negated === (which === 'negated');
  for (const [start, opening] of words.entries()) {
    let phrase = '';
    for (const word of words.slice(start, start + PHRASE_WORDS_MAX)) {
      if (!counts(word) || word.clause !== opening.clause) break;
      phrase = phrase === '' ? word.lower : `${phrase} ${word.lower}`;
      if (!found.has(phrase)) found.set(phrase, start);
    }
  }
  return found;
};

/** Meanings, each with the phrases that carry it, separated by commas and any white space. */
export type Table<K extends string> = Readonly<Record<K, string>>;

export type Mention<K extends string> = { readonly meaning: K; readonly at: number; readonly phrase: string };

/** The phrases of one lexicon entry; kept, since the entries are constants of this project. */
export const entries = (list: string): readonly string[] => {
  const known = splitEntries.get(list);
  if (known !== undefined) return known;
  const phrases = list.split(',').map((phrase) => phrase.trim().replace(/\s+/gu, ' '));
  splitEntries.set(list, phrases);
  return phrases;
};

const splitEntries = new Map<string, readonly string[]>();

/** The words mentioned, in the order of mention. Of two that start at the same word the longer phrase goes first. */
export const mentionsOf = <K extends string>(table: Table<K>, phrases: Phrases): readonly Mention<K>[] => {
  const found: Mention<K>[] = [];
  for (const meaning of Object.keys(table) as K[]) {
    for (const phrase of entries(table[meaning])) {
      const at = phrases.get(phrase);
      if (at !== undefined) found.push({ meaning, at, phrase });
    }
  }
  found.sort((one, other) => one.at - other.at || other.phrase.length - one.phrase.length);
  const seen = new Set<K>();
  return found.filter(({ meaning }) => {
    if (seen.has(meaning)) return false;
    seen.add(meaning);
    return true;
  });
};
