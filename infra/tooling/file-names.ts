/** A file that exports one value is named after it: a search for the name finds the file. Others name a set. */

/** Files of one part in each folder; the folder says of what. */
const PARTS: ReadonlySet<string> = new Set(['definition', 'description', 'index', 'registry', 'state', 'view']);

/** The entry of a module that a child process runs; the file is named after what it does. */
const ENTRY = 'perform';

const EXPORT = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm;
const EXPORTED_TYPE = /^export (?:type|class) (\w+)/gm;

/** `createURLSigner` is `create`, `url`, `signer`; plurals are their singular. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g, '-')
    .toLowerCase()
    .split('-')
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[sx])es$|(?<!s)s$/, ''));

const namesIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? '')),
];

/**
 * The only value that the file exports, when its name and the file's have not the same words. Either may say more, and
 * folders of the path may say words of the file. A type of the file's name is its main export as well.
 */
export const misnamed = (path: string, text: string): string | undefined => {
  const folders = path.split('/');
  const file = (folders.pop() ?? '').replace(/\.ts$/, '');
  const [value, ...others] = namesIn(text, EXPORT);
  if (value === undefined || value === ENTRY || others.length > 0 || PARTS.has(file)) return undefined;
  const own = wordsOf(file);
  if (namesIn(text, EXPORTED_TYPE).some((type) => wordsOf(type).join() === own.join())) return undefined;
  const main = wordsOf(value);
  const around = new Set(folders.flatMap(wordsOf));
  const isIn = (some: readonly string[], all: readonly string[]): boolean =>
    some.every((word) => all.includes(word) || around.has(word));
  const shared = own.some((word) => main.includes(word));
  return shared && (isIn(own, main) || isIn(main, own)) ? undefined : value;
};
