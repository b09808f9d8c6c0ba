/** Text that comes from outside, on its way into an event. */

/**
 * At most `charsMax` characters (UTF-16 code units), well-formed: half a surrogate pair, cut or sent so, has no
 * canonical form and becomes U+FFFD.
 */
export const clipped = (text: string, charsMax: number): string => text.slice(0, charsMax).toWellFormed();

/** At most `max` characters as JSON Schema counts them: code points. */
export const firstCharacters = (text: string, max: number): string => Array.from(text).slice(0, max).join('');
