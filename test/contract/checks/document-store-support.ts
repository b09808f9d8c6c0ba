/** The shared part of the checks of the document store. */
import { randomUUID } from 'node:crypto';
import type { DocumentStore, DocumentWrite, Query, StoredDocument } from '../../../src/ports/document-store.ts';

export type DocumentSubject = {
  readonly documents: DocumentStore;
  /** Another handle on the same store, as another process would have; it also finds what was written before. */
  readonly another: () => Promise<DocumentSubject>;
  readonly close: () => Promise<void>;
};

export type Body = { readonly title: string; readonly rank: number | string | null; readonly due?: number };

/** A position of the kind that stores give; only the order matters here. */
export const at = (n: number): string => `0000-${String(n).padStart(12, '0')}`;

export const indexes = { byRank: ['rank'], byTitleAndRank: ['title', 'rank'] } as const;
/** Both are asked with an owner and without. */
export const across = ['byRank', 'byTitleAndRank'] as const;

export const declared = async (documents: DocumentStore): Promise<string> => {
  const name = `check${randomUUID()}@1`;
  await documents.declare({ name, indexes, across });
  return name;
};

export const write = (collection: string, id: string, n: number, body: unknown, owner = 'ws_one'): DocumentWrite => ({
  collection,
  id,
  owner,
  position: at(n),
  body,
});

export const body = (changes: Partial<Body> = {}): Body => ({ title: 'a', rank: 1, ...changes });

export const idsOf = (found: readonly StoredDocument[]): string[] => found.map(({ id }) => id);

/** All pages of a query, each of `limit` documents but the last. */
export const pages = async (documents: DocumentStore, query: Query): Promise<string[][]> => {
  const all: string[][] = [];
  for (let after: string | null | undefined = query.after; after !== null;) {
    const page: { documents: readonly StoredDocument[]; next: string | null } = await documents.query(
      after === undefined ? query : { ...query, after },
    );
    all.push(idsOf(page.documents));
    after = page.next;
  }
  return all;
};
