/** A list as clients page through it: the order of an index, a cursor that names the place in it, and one page. */
import { laterOf, type Position, START } from '../../kernel/position.ts';
import type { StoredDocument } from '../../ports/document-store.ts';
import { type Body, refused, type Refused, type Result } from '../calls/result.ts';
import { behind, listRead, type Read } from './answers.ts';
import { type PageQuery, readPage } from './read-page.ts';
import type { ReadSide } from './read-side.ts';

export type List<D> = Omit<PageQuery<D>, 'keep' | 'after' | 'limit'> & {
  /** Keeps the cursor of one list from being taken for that of another. */
  readonly name: string;
  /** A condition that no index has; all documents are kept unless stated. */
  readonly keep?: PageQuery<D>['keep'];
  /** The bounds in the index for a page after that place; the place itself unless stated. */
  readonly from?: (after: string | null) => Pick<PageQuery<D>, 'atLeast' | 'atMost'>;
};

/** `bodyOf`: the body without its `nextCursor`. */
export const readList = async <D>(
  side: ReadSide,
  { name, keep = () => true, from, ...query }: List<D>,
  { limit, cursor }: PageInput,
  bodyOf: (documents: readonly StoredDocument<D>[]) => Body | Promise<Body>,
): Promise<Result<Read<Body>>> => {
  const decoded = decodeCursor(name, cursor);
  if ('code' in decoded) return decoded;
  const { key: after } = decoded;
  const position = laterOf(query.position, decoded.asOf);
  const bounds = (from ?? entry(query.descending))(after);
  const page = await readPage(side, { ...query, ...bounds, position, keep, after, limit });
  if (page === undefined) return behind;
  const nextCursor = page.next === null ? null : encodeCursor(name, page.next, page.position);
  return listRead({ ...(await bodyOf(page.documents)), nextCursor }, page.position);
};

const entry =
  (descending: boolean) =>
  (after: string | null): Pick<PageQuery<unknown>, 'atLeast' | 'atMost'> => {
    if (after === null) return {};
    return descending ? { atMost: after } : { atLeast: after };
  };

export type PageInput = { readonly limit: number; readonly cursor: string | null };

/**
 * Cursors are opaque to clients. `list` keeps the cursor of one list from being taken for that of another. `asOf`: the
 * position of the page. The next one is no older, in whichever process, or it would miss what came in between.
 */
export const encodeCursor = (list: string, key: string, asOf: Position): string =>
  Buffer.from(`${list} ${key}${asOf === START ? '' : `\n${asOf}`}`).toString('base64url');

type Place = { readonly key: string | null; readonly asOf: Position };

/** The key is null for the first page. Cursors of older versions tell no position. */
const decodeCursor = (list: string, cursor: string | null): Place | Refused => {
  if (cursor === null) return { key: null, asOf: START };
  const [place = '', asOf = START] = Buffer.from(cursor, 'base64url').toString().split('\n');
  const key = place.slice(list.length + 1);
  const isFormed = KEY.test(key) && (asOf === START || KEY.test(asOf));
  if (isFormed && encodeCursor(list, key, asOf) === cursor) return { key, asOf };
  return refused('validation_failed', 'the cursor is not one of this list', [
    { pointer: '/cursor', message: 'must be one that this list has given' },
  ]);
};

/** Positions and times. */
const KEY = /^[\w.: -]{1,200}$/;
