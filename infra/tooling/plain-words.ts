/**
 * The rules of src/STYLE.md that a machine can check: words that hide the subject of a sentence, and long sentences.
 * They hold for comments, for the titles of tests and for Markdown.
 */

export type Prose = { readonly line: number; readonly text: string };

type PlainRule = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
};

/** Words of a sentence, counted up to a full stop, a colon or a semicolon. */
export const sentenceWordsMax = 20;

export const plainRules: readonly PlainRule[] = [
  {
    name: 'nameless-subject',
    pattern: /\b(?:who|whom|whoever|nobody|no one|somebody|someone|anybody|anyone|everybody|everyone)\b/i,
    instead: 'name it: the caller, the holder, the client, a process',
  },
  {
    name: 'what-subject',
    pattern: /(?:^|[.!?:][*)]*\s+)["“(*]*What(?:ever)?\b/,
    instead: 'name the thing: "The price follows", not "What is paid follows"',
  },
  {
    name: 'literal-verb',
    pattern:
      /\b(?:stands?|stood|lies|goes along|go along|comes? to(?! an? end| itself)|came to|(?:is|are|was|were) to be)\b/i,
    instead: 'use the plain verb: is, holds, reaches, must',
  },
];

/** Text without parts that are quoted: code, links, words in quotation marks. */
const unquoted = (text: string): string =>
  text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, 'X')
    .replace(/"[^"]*"|“[^”]*”/g, 'X');

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?:;])[)*_]*\s+/);

const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length;

/** Findings in pieces of prose, each with its line. */
export const unplain = (path: string, prose: readonly Prose[]): readonly string[] =>
  prose.flatMap(({ line, text }) => {
    const plain = unquoted(text);
    const found = plainRules
      .filter(({ pattern }) => pattern.test(plain))
      .map(({ name, pattern, instead }) => `${path}:${line} ${name} (${pattern.exec(plain)?.[0].trim()}): ${instead}`);
    const longest = Math.max(0, ...sentencesOf(plain).map(wordsOf));
    if (longest > sentenceWordsMax) {
      found.push(`${path}:${line} long-sentence: ${longest} words, at most ${sentenceWordsMax}`);
    }
    return found;
  });

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const TEXT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/;
const COMMENT = /(?<=^|\s)\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=^|\s)\/\*[^]*?\*\//;
const TOKEN = new RegExp(`${TEXT.source}|${COMMENT.source}`, 'gm');

/** A blank line, an item of a list and a label of a table in a comment begin a piece. */
const NEW_PIECE = /\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |@|\w+ {2,}))/;

const joined = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The comments of a source file, each paragraph by itself. */
export const commentsIn = (text: string): readonly Prose[] =>
  [...text.matchAll(TOKEN)]
    .filter(([token]) => token.startsWith('/'))
    .flatMap(({ 0: token, index }) =>
      token
        .replace(/^\/\*+|\*\/$/g, '')
        .replace(/^\s*(?:\/\/+|\* |\*$)/gm, '')
        .split(NEW_PIECE)
        .map((piece) => ({ line: lineAt(text, index), text: joined(piece) })),
    );

/** The titles of tests: the first argument of `test`, `test.serial` and so on, when it is a text. */
export const titlesIn = (text: string): readonly Prose[] =>
  [...text.matchAll(/\btest(?:\.\w+)*\(\s*(?:'((?:\\.|[^'\\\n])*)'|`((?:\\[^]|[^`\\])*)`)/g)].map(
    ({ 1: single, 2: template, index }) => ({
      line: lineAt(text, index),
      // A title begins a sentence, in lower case.
      text: (single ?? template ?? '').replace(/\$\{[^}]*\}/g, 'X').replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    }),
  );

/** The prose of a page: paragraphs, items, headings and cells of tables, without blocks of code. */
export const proseIn = (page: string): readonly Prose[] => {
  const text = page.replace(/^ *```[^]*?^ *```/gm, (block) => block.replace(/[^\n]/g, ''));
  const pieces: Prose[] = [];
  let from = 0;
  for (const part of text.split(/(\n(?=\s*(?:\n|[-*] |\d+\. |#|\||>)))/)) {
    const line = lineAt(text, from + (part.length - part.trimStart().length));
    const cells = part.trimStart().startsWith('|') ? part.split('|') : [part.replace(/^\s*(?:[-*>] |\d+\. |#+ )/, '')];
    pieces.push(...cells.map((cell) => ({ line, text: joined(cell) })));
    from += part.length;
  }
  return pieces.filter((piece) => piece.text !== '');
};

/** Findings in one file, by its kind. */
export const unplainFile = (path: string, text: string): readonly string[] => {
  if (path.endsWith('.md')) return unplain(path, proseIn(text));
  return unplain(path, [...commentsIn(text), ...(path.startsWith('test/') ? titlesIn(text) : [])]);
};
