import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Production } from '../support/application/production.ts';

/** The lines of JSON of a file of a run; none where there is no file. */
export const lines = <T>(folder: string, name: string): readonly T[] => {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
};

/** The beginning of a run, which is the same for all. */
export const readPrepared = (folder: string): Production =>
  JSON.parse(readFileSync(join(folder, 'prepared.json'), 'utf8')) as Production;
