/** Fountain's text without its markup, and without characters that steer a terminal. */

const NOTE = /\[\[([^[\]]*)\]\]/gu;
const STARS = /\*{1,3}([^*\n]+)\*{1,3}/gu;
const UNDERLINE = /(?<![\p{L}\p{N}])_([^_\n]+)_(?![\p{L}\p{N}])/gu;

/** Control characters, direction marks and halves of characters; not the two that join and part letters in words. */
const STEERING = /[[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]--[\u200c\u200d]]+/gv;

/** One line, without control characters, direction marks and the like. */
export const oneLine = (text: string): string => text.replaceAll(STEERING, ' ').replaceAll(/\s+/gu, ' ').trim();

export const withoutMarkup = (text: string): string =>
  oneLine(
    text
      .replaceAll(NOTE, ' ')
      .replaceAll(STARS, '$1')
      .replaceAll(UNDERLINE, '$1')
      .replaceAll(/\\([*_])/gu, '$1'),
  );

/** Notes are the writer's own business, except those that speak to the storyboard: `[[shot: wide, low angle]]`. */
export const shotsIn = (text: string): readonly string[] =>
  [...text.matchAll(NOTE)].flatMap(([, note = '']) => shotOf(note) ?? []);

const shotOf = (note: string): string | undefined => {
  const shot = /^\s*shot\s*:([^]*)$/iu.exec(note)?.[1];
  return shot === undefined ? undefined : oneLine(shot);
};

/** At most this many characters (code points), with an ellipsis where some are left out. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
};
