/** Text that comes from outside, on its way into an event. */

/**
 * At most `charsMax` characters (UTF-16 code units), well-formed. Half a surrogate pair has no canonical form and
 * becomes U+FFFD, whether it was sent so or cut.
 */
export const clipped = (text: string, charsMax: number): string => text.slice(0, charsMax).toWellFormed();

/** How many characters a text has, as JSON Schema counts them: code points. */
export const charactersIn = (text: string): number => Array.from(text).length;

/** At most `max` characters as JSON Schema counts them: code points. */
export const firstCharacters = (text: string, max: number): string => Array.from(text).slice(0, max).join('');

/** Whether a speaker has anything to say: a letter, a digit or a sign with a name. Punctuation alone is silent. */
export const isSpeakable = (text: string): boolean => SPEAKABLE.test(text);

/** Of the pictographic characters, those that are assigned. */
const SPEAKABLE = /(?!\p{C})[\p{L}\p{N}\p{Extended_Pictographic}\p{Sc}&%+=@#]/u;

/**
 * A name of a token, made fit for one line. Control, line-breaking and format characters go, such as those that turn
 * the direction of text; joiners of scripts and emoji stay. At most `charsMax` code points; null where nothing visible
 * is left.
 */
export const visibleName = (value: unknown, charsMax: number): string | null => {
  if (typeof value !== 'string') return null;
  const line = value
    .slice(0, charsMax * UNITS_A_CHARACTER)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '');
  const name = firstCharacters(line.trim(), charsMax).trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : null;
};

/** Characters that are read of a text before the cut: enough for surrogate pairs and for some that are dropped. */
const UNITS_A_CHARACTER = 4;
