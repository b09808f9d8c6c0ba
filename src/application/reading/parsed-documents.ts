/**
 * Documents of the read store, parsed once for each of their positions. Polls of an unchanged document get the same
 * object again. So a body presented from it can be cached with it.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { bodyIn } from '../../kernel/damaged-document.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';

export type ParsedDocuments = {
  /**
   * The document; callers must not change it. `asOf`: everything up to here is known to be in the documents of `owner`;
   * while it is unchanged, the store is not asked again. A document of another owner is not cached: it may be in
   * another shard, about which `asOf` says nothing.
   */
  get<D>(collection: string, id: string, owner: string, asOf: Position): Promise<StoredDocument<D> | undefined>;
};

type Kept = { readonly document: StoredDocument; readonly chars: number; asOf: Position };

export const createParsedDocuments = (
  documents: Pick<DocumentStore, 'getText'>,
  charsMax: number = limits.parsedDocumentsCharsMax,
): ParsedDocuments => {
  const kept = createBoundedMap<string, Kept>(charsMax, undefined, ({ chars }) => chars);

  const get = async <D>(
    collection: string,
    id: string,
    asker: string,
    asOf: Position,
  ): Promise<StoredDocument<D> | undefined> => {
    const key = `${collection} ${id}`;
    const before = kept.get(key);
    const isTheirs = before?.document.owner === asker;
    if (isTheirs && before.asOf >= asOf) return before.document as StoredDocument<D>;
    const found = await documents.getText(collection, id);
    if (found === undefined) return undefined;
    const { text, owner, position } = found;
    if (isTheirs && before.document.position === position) {
      kept.set(key, { ...before, asOf });
      return before.document as StoredDocument<D>;
    }
    const document = Object.freeze({ id, owner, position, body: bodyIn<D>(collection, id, text) });
    if (owner === asker) kept.set(key, { document, chars: text.length, asOf });
    return document;
  };

  return Object.freeze({ get });
};
