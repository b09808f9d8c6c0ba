/**
 * Which test files share a process. A process loads the modules of a test in half a second, and compiles them while
 * they run: most files take less than that. Titles are unique within a process.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Files and folders. */
export const ALONE: readonly string[] = [
  // They keep the machine busy, with compilers and browsers.
  'test/clients/',
  'test/crash/',
  'test/faults/',
  'test/attacks/sockets.test.ts',
  'test/system/film-in-a-browser.test.ts',
  // They count the threads, open files, turns or checks of their process.
  'test/system/bad-media.test.ts',
  'test/system/shapes.test.ts',
  'test/system/turns.test.ts',
  'test/unit/adapters/system/watch-turns.test.ts',
  'test/unit/engines/child/',
  'test/contract/http/body-thread.test.ts',
  'test/unit/main/body-thread.test.ts',
  // They change its environment, or note what it rejects.
  'test/unit/adapters/eventstoredb/connection.test.ts',
  'test/unit/adapters/outbound/answers.test.ts',
  // The same contract, under the same titles.
  'test/servers/mongo/standalone.test.ts',
  // Its tests go one by one, for as long as all others on servers.
  'test/servers/outages.test.ts',
];

/** ava wants all tests of a process declared at once: no file may wait for another one's await. */
const AWAITS = /^(?![\s/*)]|.*\basync\b).*\bawait /m;

type Sharing = {
  readonly filesMax: number;
  /** ava begins all tests of a process at once: too many services would run in it. */
  readonly fewAtOnce: boolean;
};

/** By the start of a path; the first start that fits counts. */
const SHARING: readonly (readonly [start: string, Sharing])[] = [
  ['test/system/', { filesMax: 14, fewAtOnce: true }],
  ['test/contract/http/', { filesMax: 14, fewAtOnce: true }],
  // Each makes a database and drops it: one server that does so for all of them at once answers too late.
  ['test/contract/mongo/', { filesMax: 14, fewAtOnce: true }],
  ['test/attacks/', { filesMax: 9, fewAtOnce: true }],
  ['test/servers/', { filesMax: 9, fewAtOnce: true }],
  ['test/property/', { filesMax: 14, fewAtOnce: false }],
  // Sound and films take long.
  ['test/unit/engines/', { filesMax: 14, fewAtOnce: false }],
  // They share a browser and a service.
  ['test/console/', { filesMax: 14, fewAtOnce: false }],
  ['', { filesMax: 30, fewAtOnce: false }],
];

/** Is written at each run. */
const FOLDER = 'out/test-processes';

const FEW_AT_ONCE = 'test/support/process/few-at-once.ts';

export type TestFile = { readonly path: string; readonly text: string };
/** `modules`: the test files, and what they need. */
export type SharedProcess = { readonly name: string; readonly modules: readonly string[] };

/** Each file is in one place. Those of one folder share processes, and so do those of its folders. */
export const shareProcesses = (
  files: readonly TestFile[],
): { readonly alone: readonly string[]; readonly shared: readonly SharedProcess[] } => {
  const { alone = [], sharing = [] } = Object.groupBy(files, (file) => (isAlone(file) ? 'alone' : 'sharing'));
  const folders = Object.entries(Object.groupBy(pathsOf(sharing), folderOf));
  return {
    alone: pathsOf(alone),
    shared: folders.flatMap(([folder, paths = []]) => processesOf(folder, paths)),
  };
};

const processesOf = (folder: string, paths: readonly string[]): readonly SharedProcess[] => {
  const { filesMax = 1, fewAtOnce = false } = SHARING.find(([start]) => folder.startsWith(start))?.[1] ?? {};
  return evenly(paths, filesMax).map((some, index) => ({
    name: `${folder.split('/').slice(1, -1).join('-')}-${index + 1}`,
    modules: fewAtOnce ? [FEW_AT_ONCE, ...some] : some,
  }));
};

const isAlone = ({ path, text }: TestFile): boolean =>
  ALONE.some((start) => path.startsWith(start)) || AWAITS.test(text);

const pathsOf = (files: readonly TestFile[]): readonly string[] => files.map(({ path }) => path).toSorted();

/** `test/unit/commands/` for all that is below it, `test/system/` for the files in it. */
const folderOf = (path: string): string => `${path.split('/').slice(0, -1).slice(0, 3).join('/')}/`;

/** As few parts as the bound allows, of the same length give or take one. */
const evenly = (paths: readonly string[], max: number): readonly (readonly string[])[] => {
  const count = Math.ceil(paths.length / max);
  const at = (index: number): number => Math.round((index * paths.length) / count);
  return Array.from({ length: count }, (_, index) => paths.slice(at(index), at(index + 1)));
};

/** Writes the main module of a process into a folder, and returns its path. */
export const writeSharedProcess = (folder: string, { name, modules }: SharedProcess): string => {
  const path = join(folder, `${name}.test.ts`);
  const to = (module: string): string => `./${relative(resolve(folder), resolve(module)).replaceAll('\\', '/')}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, modules.map((module) => `import '${to(module)}';\n`).join(''));
  return path;
};

/** The files for ava instead of those that its patterns choose; those with `!` exclude. */
export const processesInstead = (patterns: readonly string[]): readonly string[] => {
  const { all = [], not = [] } = Object.groupBy(patterns, (pattern) => (pattern.startsWith('!') ? 'not' : 'all'));
  const paths = globSync(all, { exclude: not.map((pattern) => pattern.slice('!'.length)) });
  const files = paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));
  const { alone, shared } = shareProcesses(files);
  return [...alone, ...shared.map((process) => writeSharedProcess(FOLDER, process))];
};
