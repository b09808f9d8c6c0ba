/** The title page of a screenplay: `Key: value` lines at its very top. */
import { Lexer, rules } from 'fountain-js';
import { limits } from '../../../kernel/limits.ts';
import { oneLine, withoutMarkup } from './plain-text.ts';

export type TitlePage = {
  /** The empty text when there is none. */
  readonly title: string;
  /** E.g. `written by A. Writer`; empty without a name. */
  readonly byline: string;
};

export type TitlePageReader = {
  /** Whether the next line is still of the title page; from the first that is not on, none is. */
  take(line: string): boolean;
  page(): TitlePage;
};

/** A value on the line of its key, or lines of it that are set in below. */
const PAIR = /^[\w ]{1,40}:/;
const SET_IN = /^(?: {3}|\t)\s*\S/;

export const createTitlePageReader = (): TitlePageReader => {
  const lines: string[] = [];
  let chars = 0;
  let state: 'before' | 'within' | 'after' = 'before';

  const take = (line: string): boolean => {
    if (state === 'before' && line.trim() === '') return true;
    if (state === 'before') state = rules.title_page.test(`${line.slice(0, 80).trim()} -`) ? 'within' : 'after';
    else if (state === 'within' && !PAIR.test(line) && !SET_IN.test(line)) state = 'after';
    if (state === 'after') return false;
    const kept = line.slice(0, Math.max(0, limits.scriptTitlePageCharsMax - chars));
    chars += line.length + 1;
    if (kept.trim() !== '') lines.push(kept);
    return true;
  };

  return { take, page: () => pageOf(lines.join('\n')) };
};

const pageOf = (text: string): TitlePage => {
  const tokens = Lexer.tokenizeTitlePage(text);
  const valueOf = (...keys: readonly string[]): string =>
    oneLine(withoutMarkup(tokens.find(({ type }) => keys.includes(type))?.text ?? ''));
  const author = valueOf('author', 'authors');
  return { title: valueOf('title'), byline: author === '' ? '' : `${valueOf('credit') || 'written by'} ${author}` };
};
