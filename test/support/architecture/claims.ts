/** The names on a page of documentation, compared with the repository. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { blocksOf, codeSpansOf, linksOf, rowsOf } from './document.ts';
import { folders, FOLDERS, readText, ROOT, tree } from './tree.ts';
import { composeVariables, ofAnyProvider, variablesRead } from './variables.ts';

export type Page = { readonly path: string; readonly text: string };

/** Folders that a run makes in the data folder, which no checkout holds. */
const MADE = ['artifacts', 'assets', 'keys', 'objects'];

const names = new Set([...tree.map((path) => basename(path)), ...MADE]);

export const pages: readonly Page[] = tree
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readText(path) }));

const found = (source: string, pattern: RegExp): readonly string[] =>
  [...source.matchAll(pattern)].map(([, name = '']) => name);

/** Variables of the service. */
export const configured: ReadonlySet<string> = variablesRead();

/** With those of the compose file, and those that tests read. */
const variables = new Set([
  ...configured,
  ...composeVariables,
  ...tree
    .filter((path) => /^test\/.*\.ts$/.test(path))
    .flatMap((path) => found(readText(path), /\bprocess\.env\['([A-Z][A-Z0-9_]+)'\]/g)),
]);

/** Everything that is wrong with what a page names. */
export const wrongOn = (page: Page): readonly string[] =>
  [...wrongLinks(page), ...wrongPaths(page), ...wrongScripts(page), ...wrongVariables(page)].map(
    (finding) => `${page.path}: ${finding}`,
  );

const wrongLinks = ({ path, text }: Page): readonly string[] =>
  linksOf(text)
    .filter((place) => !/^(?:https?:|#)/.test(place))
    .filter((place) => !existsSync(join(ROOT, dirname(path), place.replace(/#.*/, ''))))
    .map((place) => `the link to ${place} leads nowhere`);

const FILE = /^[\w.@+-]+\.(?:ts|js|md|json|jsonc|yml|fountain)$/;

const wrongPaths = ({ path, text }: Page): readonly string[] => {
  const places = [ROOT, join(ROOT, 'src'), join(ROOT, 'src/application'), join(ROOT, dirname(path))];
  const isThere = (name: string): boolean => places.some((place) => existsSync(join(place, normalize(name))));
  return [...new Set(codeSpansOf(text))]
    .flatMap((span) => (span.includes(' ') ? span.split(/[\s'"]+/).filter((word) => word.includes('/')) : [span]))
    .filter((name) => isPath(name, dirname(path)) && !name.startsWith(OUT))
    .filter((name) => !isThere(name) && !(isOneName(name) && names.has(basename(name))))
    .map((name) => `there is no ${name}`);
};

/** Runs leave their files there, and no checkout has it. */
const OUT = 'out/';

/** A file or folder by its name alone: it may lie anywhere. */
const isOneName = (name: string): boolean => !name.slice(0, -1).includes('/');

/**
 * Not every word with a slash is a path: one that begins with a folder, ends with a slash or has a file's ending is. A
 * word that begins with `application/` is a content type.
 */
const isPath = (name: string, place: string): boolean => {
  if (!/^\w[\w.@+/-]*$/.test(name)) return false;
  const [first = ''] = name.split('/');
  if (!name.includes('/')) return FILE.test(name);
  if (name.endsWith('/') || FILE.test(basename(name))) return true;
  return first !== 'application' && isFolder(first, place);
};

const isFolder = (name: string, place: string): boolean =>
  [...FOLDERS, 'node_modules'].includes(name) ||
  folders.includes(join('src', name)) ||
  folders.includes(join(place, name));

const wrongScripts = ({ text }: Page): readonly string[] => {
  const commands = [...codeSpansOf(text), ...blocksOf(text).map((block) => block.text)].join('\n');
  const named = [...commands.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(test|start)\b)/g)];
  return named
    .map(([, script, short]) => script ?? short ?? '')
    .flatMap((name) => {
      const command: string | undefined = Object.entries(manifest.scripts).find(([script]) => script === name)?.[1];
      if (command === undefined) return [`there is no script ${name}`];
      const file = /\bnode (\S+\.ts)/.exec(command)?.[1];
      return file === undefined || existsSync(join(ROOT, file)) ? [] : [`the script ${name} has no ${file}`];
    });
};

const wrongVariables = ({ text }: Page): readonly string[] =>
  codeSpansOf(text)
    .flatMap((span) => /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S*)?$/.exec(span)?.[1] ?? [])
    .filter((name) => !variables.has(ofAnyProvider(name)))
    .map((name) => `nothing reads the variable ${name}`);

/** Tests that a page names, as `test/….ts` followed by titles in “quotes”, that are not there. */
export const wrongTests = ({ path, text }: Page): readonly string[] =>
  testsNamed(text).flatMap(({ file, titles }) => {
    if (!tree.includes(file)) return [`${path}: there is no ${file}`];
    const known = titlesIn(file);
    return titles.filter((title) => !known.has(title)).map((title) => `${path}: ${file} has no “${title}”`);
  });

type Named = { readonly file: string; readonly titles: readonly string[] };

export const testsNamed = (text: string): readonly Named[] =>
  [...text.matchAll(/`(test\/[^`]+\.ts)`((?:[\s,]*“[^”]+”)*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));

/** Every text in a test file, and in the helpers that it imports: its titles, and what titles are made of. */
const titlesIn = (file: string): ReadonlySet<string> => {
  const source = readText(file);
  const helpers = [...source.matchAll(/from '(\.[^']+\/support\/[^']+|\.\/[^']+)'/g)].map(([, place = '']) =>
    normalize(join(dirname(file), place)),
  );
  return new Set([file, ...helpers].flatMap((one) => textsIn(readText(one))));
};

const textsIn = (source: string): readonly string[] =>
  [...source.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? (template ?? '').replace(/\$\{[^}]*\}/g, '…'),
  );

/** Rows of a page's table that has this heading in its first cell. */
export const tableOf = (text: string, heading: string): readonly (readonly string[])[] => {
  const rows = rowsOf(text);
  const start = rows.findIndex(([first]) => first === heading);
  const width = rows[start]?.length;
  const end = rows.findIndex((row, index) => index > start && row.length !== width);
  return rows.slice(start + 1, end === -1 ? undefined : end);
};
