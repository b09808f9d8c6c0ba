/** Files to which processes append lines of JSON. */
import { existsSync, readFileSync } from 'node:fs';

/** None where there is no file yet. */
export const jsonLines = <T>(path: string): readonly T[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]))
    : [];
