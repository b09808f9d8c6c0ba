/** How many columns a text takes on a terminal, and how to keep it within some. Text without control characters. */

/** East Asian wide and fullwidth forms, and pictographs. */
const WIDE = new RegExp(
  '^(?:' +
    String.raw`[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff]|` +
    String.raw`[\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|` +
    String.raw`\p{Emoji_Presentation})`,
  'u',
);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const widthOf = (grapheme: string): number => {
  if (/^[\p{Mark}\p{Cf}]+$/u.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1;
};

export const textWidth = (text: string): number => {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment);
  return width;
};

/** Cut with an ellipsis, or filled with blanks: exactly this many columns. */
export const fitted = (text: string, columns: number): string => {
  if (columns <= 0) return '';
  let kept = '';
  let width = 0;
  // One past the end tells whether anything is left over; nothing beyond that is looked at.
  for (const { segment } of segmenter.segment(text)) {
    const more = widthOf(segment);
    if (width + more > columns) {
      while (width > columns - 1) {
        const last = [...segmenter.segment(kept)].at(-1)?.segment ?? '';
        kept = kept.slice(0, kept.length - last.length);
        width -= widthOf(last);
      }
      return `${kept}…${' '.repeat(columns - 1 - width)}`;
    }
    kept += segment;
    width += more;
  }
  return kept + ' '.repeat(columns - width);
};
