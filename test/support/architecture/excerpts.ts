/** Code that a page quotes: each block must be a part of the file that the page links right before it. */
import { dirname, join, normalize } from 'node:path';
import { existsSync } from 'node:fs';
import type { Page } from './claims.ts';
import { readText, ROOT } from './tree.ts';

const EXCERPT = /\]\(([^)\s]+\.ts)\):\n\n```ts\n([^]*?)^```$/gm;

/** Blocks of a page that name their file, and those that are no part of it. */
export const excerptsOf = ({ path, text }: Page): { readonly all: number; readonly wrong: readonly string[] } => {
  const all = [...text.matchAll(EXCERPT)].map(([, link = '', code = '']) => ({ link, code }));
  const wrong = all.filter(({ link, code }) => {
    const file = normalize(join(dirname(path), link));
    return !existsSync(join(ROOT, file)) || !readText(file).includes(code);
  });
  return { all: all.length, wrong: wrong.map(({ link }) => `${path}: the excerpt is not in ${link}`) };
};
