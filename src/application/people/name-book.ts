/** Where names are kept: one small document for each person that has changed something, in any store. */
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';

export type Named = { readonly name: string | null };

export type NameBook = {
  /** Null erases: nothing of the name stays, and the next token that bears one is kept again. Faults of the store. */
  write(userKey: string, name: string | null): Promise<void>;
  read(userKeys: readonly string[]): Promise<ReadonlyMap<string, StoredDocument<Named>>>;
};

const COLLECTION = 'people@1';

export const createNameBook = (documents: Pick<DocumentStore, 'declare' | 'get' | 'getMany' | 'write'>): NameBook => {
  let declared = false;
  const declare = async (): Promise<void> => {
    if (!declared) await documents.declare({ name: COLLECTION, indexes: {} });
    declared = true;
  };

  const read: NameBook['read'] = async (userKeys) => {
    await declare();
    const found =
      (await documents.getMany?.<Named>(COLLECTION, userKeys)) ??
      (await Promise.all(userKeys.map(async (userKey) => documents.get<Named>(COLLECTION, userKey))));
    return new Map(found.flatMap((document) => (document === undefined ? [] : [[document.id, document] as const])));
  };

  const write: NameBook['write'] = async (userKey, name) => {
    const before = (await read([userKey])).get(userKey);
    if ((before?.body.name ?? null) === name) return;
    const position = nextAfter(before);
    await documents.write([{ collection: COLLECTION, id: userKey, owner: userKey, position, body: { name } }]);
  };

  return Object.freeze({ read, write });
};

/** The store keeps the newer one: of two writes at one moment the first one stays. */
const nextAfter = (before: StoredDocument | undefined): string =>
  String(before === undefined ? 1 : Number(before.position) + 1).padStart(12, '0');
