/**
 * A page of a list, as new as was asked for. Events beyond the read model are folded over the documents and take their
 * place in the order. The order is by a key that a document keeps for life, so pages do not overlap.
 */
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { Projection } from '../../kernel/projection.ts';
import type { Query, StoredDocument } from '../../ports/document-store.ts';
import { type Changes, changesSince } from './changes.ts';
import type { ReadSide } from './read-side.ts';

export type PageQuery<D> = Pick<Query, 'index' | 'equals' | 'atLeast' | 'atMost'> & {
  readonly projection: Projection<D>;
  readonly owner: string;
  /** The answer reflects the log up to here at least. */
  readonly position: Position;
  readonly descending: boolean;
  /** Its place in the order of the index; the same for life. Compared as text. */
  readonly keyOf: (body: D) => string;
  /** Only what comes after this key in the order; null for all. */
  readonly after: string | null;
  /** Conditions beyond the index. */
  readonly keep: (body: D) => boolean;
  readonly limit: number;
};

export type ListPage<D> = {
  readonly documents: readonly StoredDocument<D>[];
  /** The key after which the next page begins; null when there is no more. */
  readonly next: string | null;
  readonly position: Position;
};

/** Undefined: the read model is too far behind. A page may be short and still have a next one. */
export const readPage = async <D>(side: ReadSide, query: PageQuery<D>): Promise<ListPage<D> | undefined> => {
  const { projection, owner, position } = query;
  const changes = await changesSince(side, projection, { owner, position });
  if (changes === undefined) return undefined;
  const { found, frontier } = await scan(side, query, changes);
  for (const document of changes.documents.values()) {
    if (document !== undefined && fits(query, document.body)) found.push(document);
  }
  found.sort((a, b) => compare(query, query.keyOf(a.body), query.keyOf(b.body)));
  // Beyond the scanned part there may be unread documents: the next page begins there.
  const seen = frontier === null ? found : found.filter(({ body }) => compare(query, query.keyOf(body), frontier) <= 0);
  const documents = seen.slice(0, query.limit);
  const last = documents.at(-1);
  const next = seen.length > query.limit && last !== undefined ? query.keyOf(last.body) : frontier;
  return { documents, next, position: changes.position };
};

type Scanned<D> = { readonly found: StoredDocument<D>[]; readonly frontier: string | null };

/** From the store, one more than asked for, so that the last page knows that it is. */
const scan = async <D>(
  { documents }: Pick<ReadSide, 'documents'>,
  query: PageQuery<D>,
  changes: Changes<D>,
): Promise<Scanned<D>> => {
  const { index, equals, atLeast, atMost, owner, descending, limit } = query;
  const bounds = { ...(atLeast === undefined ? {} : { atLeast }), ...(atMost === undefined ? {} : { atMost }) };
  const found: StoredDocument<D>[] = [];
  let scanned = 0;
  let cursor: string | undefined;
  let frontier: string | null = null;
  do {
    const page = await documents.query<D>({
      collection: changes.collection,
      owner,
      index,
      ...(equals === undefined ? {} : { equals }),
      ...bounds,
      ...(cursor === undefined ? {} : { after: cursor }),
      descending,
      limit: limit + 1,
    });
    for (const document of page.documents) {
      if (!changes.documents.has(document.id) && fits(query, document.body)) found.push(document);
    }
    scanned += page.documents.length;
    cursor = page.next ?? undefined;
    const last = page.documents.at(-1);
    frontier = cursor === undefined || last === undefined ? null : query.keyOf(last.body);
  } while (frontier !== null && found.length <= limit && scanned < limits.listScanDocumentsMax);
  return { found, frontier };
};

const fits = <D>(query: PageQuery<D>, body: D): boolean =>
  (query.after === null || compare(query, query.keyOf(body), query.after) > 0) && query.keep(body);

/** Below 0: `a` comes before `b` in the order of the page. */
const compare = ({ descending }: { readonly descending: boolean }, a: string, b: string): number => {
  if (a === b) return 0;
  return a < b === descending ? 1 : -1;
};
