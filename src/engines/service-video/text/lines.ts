/** Text cut into lines that fit. Pure, but for `widthOf`. */

/** Closing marks begin no line, opening ones end none. */
const CLOSING = /^[\p{Pe}\p{Pf}、。，．！？：；ー…‥・ゝ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.!?:;%]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Pieces that a line may end after: words with their space, and characters of scripts that write without spaces. */
const piecesOf = (text: string): readonly string[] => {
  const pieces: string[] = [];
  let glued = false;
  for (const { segment } of graphemes.segment(text)) {
    const last = pieces.at(-1);
    const apart =
      last === undefined ||
      (!glued &&
        !CLOSING.test(segment) &&
        !OPENING.test(last) &&
        (/\s$/.test(last) || WIDE.test(segment) || WIDE.test(last)));
    if (apart && segment.trim() !== '') pieces.push(segment);
    else if (last !== undefined) pieces[pieces.length - 1] = last + segment;
    glued = false;
  }
  return pieces;
};

/** A piece that no line can hold, cut. */
const cut = (piece: string, widthMax: number, widthOf: (text: string) => number): readonly string[] => {
  const parts = [''];
  for (const { segment } of graphemes.segment(piece)) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment) > widthMax) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
};

/** The lines of a text, each as full as it gets. */
export const linesOf = (text: string, widthMax: number, widthOf: (text: string) => number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  const pieces = piecesOf(text.replaceAll(/\s+/g, ' ').trim());
  for (const whole of pieces) {
    for (const piece of widthOf(whole.trimEnd()) > widthMax ? cut(whole, widthMax, widthOf) : [whole]) {
      if (line !== '' && widthOf((line + piece).trimEnd()) > widthMax) {
        lines.push(line.trimEnd());
        line = piece;
      } else line += piece;
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
};

/** The same number of lines, as even as they get: a caption with a word alone below looks broken. */
export const evenLinesOf = (text: string, widthMax: number, widthOf: (text: string) => number): readonly string[] => {
  const fullest = linesOf(text, widthMax, widthOf);
  if (fullest.length < 2) return fullest;
  let [low, high] = [widthMax / 2, widthMax];
  for (let tries = 0; tries < EVENING_TRIES; tries += 1) {
    const middle = (low + high) / 2;
    if (linesOf(text, middle, widthOf).length <= fullest.length) high = middle;
    else low = middle;
  }
  return linesOf(text, high, widthOf);
};

const EVENING_TRIES = 6;
