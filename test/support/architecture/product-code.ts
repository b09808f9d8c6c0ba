/** The code of the product's folders without comments: for tests that ask whether a name is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutComments } from '../../../infra/tooling/tidy.ts';

const ROOT = join(import.meta.dirname, '../../..');

const FOLDERS = ['src', 'commands', 'projections', 'events'];

export type SourceFile = { readonly path: string; readonly code: string };

export const productFiles: readonly SourceFile[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({
      path: `${folder}/${name.replaceAll('\\', '/')}`,
      code: withoutComments(readFileSync(join(ROOT, folder, name), 'utf8')),
    })),
);
