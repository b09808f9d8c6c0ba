/** The programs of `src/main/`, for tests that start them. A job of an engine may have changed the current folder. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** By its absolute path. */
export const mainProgram = (name: string): string => join(ROOT, 'src/main', `${name}.ts`);
