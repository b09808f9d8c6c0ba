/**
 * The files of the console and of the page at `/`: those of `src/console/`, those of their libraries, and one that is
 * written of the contract. All have addresses under one release, a hash of all contents. So browsers keep them for
 * good, and relative imports hold.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../kernel/canonical-json.ts';
import { operations } from '../contract/operations/registry.ts';

export const CONSOLE_PATH = '/console';

const FOLDER = fileURLToPath(new URL('../../console/', import.meta.url));

/** Modules of packages, by the name under which the console imports them. */
export const LIBRARIES: Readonly<Record<string, string>> = {
  preact: 'preact',
  'preact/hooks': 'preact/hooks',
  htm: 'htm',
  'htm/preact': 'htm/preact',
};

/** The tool of auditors. Imports of it lead out of the release, and the map of imports leads them back. */
export const VERIFY = 'verify/verify.js';

const FONT = '@fontsource/noto-sans/files/noto-sans';
const FONTS: readonly string[] = ['latin', 'latin-ext'].flatMap((subset) =>
  ['400', '600'].map((weight) => `${FONT}-${subset}-${weight}-normal.woff2`),
);

/** Of swagger-ui, which shows the reference of the API at `/`. */
const REFERENCE: readonly string[] = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type ConsoleFile = { readonly bytes: Buffer; readonly contentType: string };

export type ConsoleFiles = {
  /** A hash of all contents. */
  readonly release: string;
  /** By path below the release: `app/main.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
};

/** A module of the console that is written of the contract: method and path of each operation. */
const OPERATIONS = 'app/operations.js';

const operationsModule = (): Buffer => {
  const places = operations.map(({ operationId, method, path }) => [operationId, [method, path]] as const);
  return Buffer.from(`export const operations = ${JSON.stringify(Object.fromEntries(places))};\n`);
};

/** Reads them all. Rejects when one cannot be read. */
export const readConsoleFiles = async (): Promise<ConsoleFiles> => {
  const own = (await readdir(FOLDER, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const paths = new Map([
    ...own.filter((name) => extname(name) in TYPES).map((name) => [name, join(FOLDER, name)] as const),
    ...Object.entries(LIBRARIES).map(([name, from]) => [libraryPath(name), resolved(from)] as const),
    [VERIFY, resolved(`../../${VERIFY}`)] as const,
    ...REFERENCE.map((name) => [`reference/${name}`, resolved(`swagger-ui-dist/${name}`)] as const),
    ...FONTS.map((from) => [`fonts/${from.slice(from.lastIndexOf('/') + 1)}`, resolved(from)] as const),
  ]);
  const files = new Map<string, ConsoleFile>([
    [OPERATIONS, { bytes: operationsModule(), contentType: TYPES['.js'] ?? '' }],
  ]);
  for (const [name, path] of [...paths].sort(([a], [b]) => (a < b ? -1 : 1))) {
    files.set(name, { bytes: await readFile(path), contentType: TYPES[extname(name)] ?? '' });
  }
  return { release: releaseOf(files), files };
};

/** Where a library is below the release. */
export const libraryPath = (name: string): string => `lib/${name}.js`;

const resolved = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier));

const releaseOf = (files: ReadonlyMap<string, ConsoleFile>): string =>
  sha256(JSON.stringify([...files].map(([name, { bytes }]) => [name, sha256(bytes)]))).slice(0, 16);
