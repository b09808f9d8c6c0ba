/** Where in the order of an index a page ended: the keys of its last document, the id last. Opaque to clients. */
import { Fault } from './faults.ts';
import { jsonIn } from './json.ts';

export type PageKey = string | number | null;

export const encodePageCursor = (keys: readonly PageKey[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/** Fault `invalid` unless it was made of so many keys. */
export const decodePageCursor = (cursor: string, length: number): readonly PageKey[] => {
  const refused = new Fault('invalid', 'the cursor is not one of this query', { retriable: false });
  const keys = jsonIn(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(keys) || keys.length !== length || typeof keys.at(-1) !== 'string') throw refused;
  return keys.map((key: unknown) => {
    if (key !== null && typeof key !== 'string' && typeof key !== 'number') throw refused;
    return key;
  });
};
