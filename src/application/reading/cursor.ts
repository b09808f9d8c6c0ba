/** Cursors of lists: opaque to clients, the place in the order of that list after which the next page begins. */
import { refused, type Refused } from '../calls/result.ts';

export type PageInput = { readonly limit: number; readonly cursor: string | null };

/** `list` keeps the cursor of one list from being taken for that of another. */
export const encodeCursor = (list: string, key: string): string => Buffer.from(`${list} ${key}`).toString('base64url');

/** The key; null for the first page. */
export const decodeCursor = (list: string, cursor: string | null): { readonly key: string | null } | Refused => {
  if (cursor === null) return { key: null };
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.slice(list.length + 1);
  if (text.startsWith(`${list} `) && KEY.test(key) && encodeCursor(list, key) === cursor) return { key };
  return refused('validation_failed', 'the cursor is not one of this list', [
    { pointer: '/cursor', message: 'must be one that this list has given' },
  ]);
};

/** Positions and times. */
const KEY = /^[\w.: -]{1,200}$/;
