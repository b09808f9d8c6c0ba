/** Text as its words alone, without case, accents and marks: the base of a search for whole words. Pure. */

/** Words with a space between them; empty for a text without a letter or a digit. */
export const foldedWords = (text: string): string => {
  const plain = text.normalize('NFKD').replace(UNSEEN, '').toUpperCase().toLowerCase().normalize('NFC');
  return (plain.match(WORDS) ?? []).join(' ');
};

/**
 * Accents of Latin, Greek and Cyrillic letters: marks of other scripts are part of the word. And what no reader sees,
 * such as a soft hyphen; a space of no width does part words.
 */
const UNSEEN = /[\u0300-\u036f]|(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Both folded. Scripts without spaces, and Korean with its endings, have no whole words: any place counts. */
export const hasWords = (text: string, words: string): boolean =>
  words !== '' && (UNSPACED.test(words) ? text.includes(words) : ` ${text} `.includes(` ${words} `));

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = new RegExp(`[${SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
