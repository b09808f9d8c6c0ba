/** The files of this repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../process/main-program.ts';

export { ROOT };
export const FOLDERS: readonly string[] = ['commands', 'events', 'infra', 'projections', 'src', 'test'];

/** All of them, and the folders with a slash at their end, from the root. */
export const tree: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => !FOLDERS.includes(name)),
  ...FOLDERS.flatMap((folder) => [
    `${folder}/`,
    ...readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(ROOT.length + 1);
      return path.replaceAll('\\', '/') + (entry.isDirectory() ? '/' : '');
    }),
  ]),
];

export const folders: readonly string[] = tree.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));

export const sources: readonly string[] = tree.filter((path) => path.endsWith('.ts'));

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
