/** Text that comes from outside, on its way into an event. */

/**
 * At most `charsMax` characters (UTF-16 code units), well-formed: half a surrogate pair, cut or sent so, has no
 * canonical form and becomes U+FFFD.
 */
export const clipped = (text: string, charsMax: number): string => text.slice(0, charsMax).toWellFormed();

/** At most `max` characters as JSON Schema counts them: code points. */
export const firstCharacters = (text: string, max: number): string => Array.from(text).slice(0, max).join('');

/**
 * A name as a token bears it, fit to be shown on one line: no control, line-breaking or format characters (such as
 * those that turn the direction of what follows; the joiners of scripts and emoji stay). At most `charsMax` code
 * points; null where nothing is left to see.
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

/** What is looked at of a text that is to be cut: enough for a surrogate pair and some that are left out. */
const UNITS_A_CHARACTER = 4;
