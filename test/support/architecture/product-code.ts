/** The code of the product's folders without comments: for tests that ask whether a name is used. */
import { withoutComments } from '../../../infra/tooling/tidy.ts';
import { readText, sources } from './tree.ts';

export type SourceFile = { readonly path: string; readonly code: string };

export const productFiles: readonly SourceFile[] = sources
  .filter((path) => /^(?:src|commands|projections|events)\//.test(path))
  .map((path) => ({ path, code: withoutComments(readText(path)) }));
