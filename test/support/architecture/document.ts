/** Parses a page of documentation: blocks, code spans, links, tables. */

export type Block = {
  readonly language: string;
  readonly text: string;
  /** Of its first line, from 1. */
  readonly line: number;
};

/** Commands, and what they print as the page has it; null where it does not say. */
export type Step = { readonly commands: Block; readonly printed: string | null };

const FENCE = /^```(\w*)\n([^]*?)^```$/gm;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

export const blocksOf = (page: string): readonly Block[] =>
  [...page.matchAll(FENCE)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: lineAt(page, index) + 1,
  }));

/** From a heading to the next of the same or a higher level; all else is blank, so that lines keep their numbers. */
export const sectionOf = (page: string, heading: string): string => {
  const start = page.search(new RegExp(`^#+ ${RegExp.escape(heading)}$`, 'm'));
  if (start === -1) throw new Error(`the page has no heading "${heading}"`);
  const level = /^#+/.exec(page.slice(start))?.[0].length ?? 1;
  // A line that begins with # inside a block is a comment of a shell.
  const next = blank(page, FENCE)
    .slice(start + level)
    .search(new RegExp(`^#{1,${level}} `, 'm'));
  const end = next === -1 ? page.length : start + level + next;
  return page.slice(0, start).replace(/[^\n]/g, ' ') + page.slice(start, end);
};

/** The `sh` blocks of a text, each with the `text` block that follows it. */
export const stepsOf = (text: string): readonly Step[] => {
  const blocks = blocksOf(text);
  return blocks.flatMap((commands, index) => {
    if (commands.language !== 'sh') return [];
    const next = blocks[index + 1];
    return { commands, printed: next?.language === 'text' ? next.text : null };
  });
};

const blank = (page: string, what: RegExp): string => page.replace(what, (found) => found.replace(/[^\n]/g, ' '));

const withoutBlocks = (page: string): string => blank(page, FENCE);

export const codeSpansOf = (page: string): readonly string[] =>
  [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** The places that links of a page lead to. */
export const linksOf = (page: string): readonly string[] =>
  [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, place = '']) => place);

/** Rows of all tables, as cells; without the line under the heading. */
export const rowsOf = (text: string): readonly (readonly string[])[] =>
  withoutBlocks(text)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );

/** The first line that is not as the page has it; `…` stands for anything within a line. */
export const firstDifference = (expected: string, printed: string): string | undefined => {
  const wanted = expected.trimEnd().split('\n');
  const found = printed.trimEnd().split('\n');
  for (let index = 0; index < Math.max(wanted.length, found.length); index += 1) {
    const [want = '(nothing more)', have = '(nothing more)'] = [wanted[index], found[index]];
    if (!matches(want, have.trimEnd())) return `expected: ${want}\nprinted:  ${have}`;
  }
  return undefined;
};

const matches = (pattern: string, line: string): boolean =>
  new RegExp(
    `^${pattern
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
  ).test(line);
