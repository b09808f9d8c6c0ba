/** The lines of a script, without what its writer took out. */
import { limits } from '../../../kernel/limits.ts';

/** The end of a line in files of any origin, where a page break is one; either end of a boneyard; or some text. */
const PIECE = /[^/*\n\r\f\v\u0085\u2028\u2029]{1,4096}|\r\n|[\n\r\f\v\u0085\u2028\u2029]|\/\*|\*\/|[/*]/g;

const LINE_END = /^[\n\r\f\v\u0085\u2028\u2029]/;

/**
 * One line after the other, without its end; null after `scriptSliceChars` characters without an end of a line. The
 * rest of a line beyond about as many is left out. A boneyard (from slash and star to star and slash) is removed, over
 * any number of lines; an open one is text.
 */
export function* linesOf(script: string): Generator<string | null, void> {
  const lastClose = script.lastIndexOf('*/');
  let line = '';
  let passed = 0;
  let inBoneyard = false;
  /** In a boneyard: there is nothing before this place on its line. */
  let startsLine = false;
  for (const { 0: piece, index } of script.matchAll(PIECE)) {
    passed += piece.length + WORK_A_PIECE;
    if (passed > limits.scriptSliceChars) {
      passed = 0;
      yield null;
    }
    if (inBoneyard) {
      inBoneyard = piece !== '*/';
      if (inBoneyard || !startsLine) {
        startsLine = LINE_END.test(piece) || (startsLine && piece.trim() === '');
        continue;
      }
      // The texts before and after such a boneyard are two paragraphs.
      yield line;
      yield '';
      line = '';
    } else if (piece === '/*' && index + 2 <= lastClose) {
      inBoneyard = true;
      startsLine = false;
    } else if (LINE_END.test(piece)) {
      passed = 0;
      yield line;
      line = '';
    } else if (line.length < limits.scriptSliceChars) {
      line += index === 0 ? piece.replace(/^\ufeff/, '') : piece;
    }
  }
  if (line !== '') yield line;
}

/** The cost of a piece beside its characters, in characters. */
const WORK_A_PIECE = 8;
