/** A text as the words that are spoken, and as pieces that are spoken at once. Pure; linear in the text. */
import { filmLimits } from '../../kernel/limits/films.ts';
import { isSpeakable } from '../../kernel/text.ts';

export type Word = {
  /** As it is shown, with its punctuation. */
  readonly text: string;
  /** Whether a space goes before it. */
  readonly spaced: boolean;
};

/** Soft hyphens, joiners and marks of direction are within words. A space without width is between two. */
const WITHIN_WORDS = /(?!\u200b)\p{Cf}/gu;
/** Controls, invisible and unassigned characters, and those that the machine reads as markup or phonemes. */
const UNSPOKEN = /[\p{C}<>[\]{}|\\^]+/gu;
const PIECE_END = /[.!?;:…。！？；]["'”’»)]*$/u;

/** Words of a text whose script parts them by spaces; for other scripts, the words of a dictionary. */
export const wordsOf = (
  text: string,
  { language, spaced }: { readonly language: string; readonly spaced: boolean },
) => {
  const whole = text.toWellFormed().replaceAll('\uFFFD', ' ').replaceAll(WITHIN_WORDS, '');
  const plain = whole.replace(UNSPOKEN, ' ').normalize('NFC');
  const runs = plain.split(/\s+/u).filter((run) => run !== '');
  const words: Word[] = [];
  for (const run of runs) {
    const parts = spaced
      ? [run]
      : [...new Intl.Segmenter(language, { granularity: 'word' }).segment(run)].map(partText);
    for (const [n, part] of parts.flatMap(shortened).entries()) add(words, { text: part, spaced: n === 0 });
  }
  return words;
};

const partText = ({ segment }: { readonly segment: string }): string => segment;

/** A run of characters that no speaker would say in one breath. */
const shortened = (run: string): readonly string[] => {
  const characters = Array.from(run);
  const count = Math.ceil(characters.length / filmLimits.speechWordCharsMax);
  return Array.from({ length: count }, (_, n) =>
    characters.slice(n * filmLimits.speechWordCharsMax, (n + 1) * filmLimits.speechWordCharsMax).join(''),
  );
};

/** Punctuation belongs to the word before it; before the first word it is left out. */
const add = (words: Word[], word: Word): void => {
  if (isSpeakable(word.text)) {
    words.push(word);
    return;
  }
  const last = words.pop();
  if (last === undefined) return;
  const text = last.text + (word.spaced ? ' ' : '') + word.text;
  words.push(text.length > filmLimits.speechWordCharsMax * 2 ? last : { ...last, text });
};

/** Sentences as far as they are short enough, else as many words as are. */
export const piecesOf = (words: readonly Word[]): readonly (readonly Word[])[] => {
  const pieces: Word[][] = [];
  let piece: Word[] = [];
  let length = 0;
  for (const word of words) {
    if (piece.length > 0 && length + word.text.length + 1 > filmLimits.speechPieceCharsMax) {
      pieces.push(piece);
      [piece, length] = [[], 0];
    }
    piece.push(word);
    length += word.text.length + 1;
    if (PIECE_END.test(word.text)) {
      pieces.push(piece);
      [piece, length] = [[], 0];
    }
  }
  return piece.length === 0 ? pieces : [...pieces, piece];
};

/** The text of a piece, and where each of its words begins, in code points from 0. */
export const textOf = (piece: readonly Word[]): { readonly text: string; readonly begins: readonly number[] } => {
  const begins: number[] = [];
  let text = '';
  let length = 0;
  for (const [n, word] of piece.entries()) {
    const space = n > 0 && word.spaced ? ' ' : '';
    begins.push(length + space.length);
    text += space + word.text;
    length += space.length + Array.from(word.text).length;
  }
  return { text, begins };
};
