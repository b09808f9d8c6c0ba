/**
 * Documents of the read store, parsed once for each of their positions: whoever polls what has not moved is given the
 * same object again, so that what was made of it (a presented body) can be kept with it.
 */
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';

export type ParsedDocuments = {
  /**
   * The document, not to be changed. `asOf`: everything up to here is known to be in the documents of `owner`; while
   * that stands still, the store is not asked again. A document of somebody else is not kept: it may be in another
   * shard, which `asOf` says nothing of.
   */
  get<D>(collection: string, id: string, owner: string, asOf: Position): Promise<StoredDocument<D> | undefined>;
};

type Kept = { readonly document: StoredDocument; readonly chars: number; asOf: Position };

export const createParsedDocuments = (
  documents: Pick<DocumentStore, 'getText'>,
  charsMax: number = limits.parsedDocumentsCharsMax,
): ParsedDocuments => {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  let chars = 0;

  const drop = (key: string): void => {
    chars -= kept.get(key)?.chars ?? 0;
    kept.delete(key);
  };

  const keep = (key: string, entry: Kept): void => {
    drop(key);
    kept.set(key, entry);
    chars += entry.chars;
    for (const oldest of kept.keys()) {
      if (chars <= charsMax) break;
      drop(oldest);
    }
  };

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
      keep(key, { ...before, asOf });
      return before.document as StoredDocument<D>;
    }
    const document = Object.freeze({ id, owner, position, body: JSON.parse(text) as D });
    if (owner === asker) keep(key, { document, chars: text.length, asOf });
    return document;
  };

  return Object.freeze({ get });
};
