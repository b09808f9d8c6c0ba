/**
 * Where names are kept: one small document for each person that has changed something, in any store. Another one,
 * without the name, is for each workspace that the person has changed something in.
 */
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';

export type Named = { readonly name: string | null };

export type NameBook = {
  /** Null erases: nothing of the name stays, and the next token that bears one is kept again. Faults of the store. */
  write(userKey: string, name: string | null): Promise<void>;
  read(userKeys: readonly string[]): Promise<ReadonlyMap<string, StoredDocument<Named>>>;
  /** The person has changed something in the workspace. */
  meet(userKey: string, workspaceId: string): Promise<void>;
  /** Those of them that have. */
  metIn(userKeys: readonly string[], workspaceId: string): Promise<ReadonlySet<string>>;
};

const COLLECTION = 'people@1';
const MET = 'people-met@1';

export const createNameBook = (documents: Pick<DocumentStore, 'declare' | 'getMany' | 'write'>): NameBook => {
  let declared = false;
  const declare = async (): Promise<void> => {
    if (declared) return;
    for (const name of [COLLECTION, MET]) await documents.declare({ name, indexes: {} });
    declared = true;
  };

  const getAll = async <D>(collection: string, ids: readonly string[]): Promise<readonly StoredDocument<D>[]> => {
    await declare();
    return (await documents.getMany<D>(collection, ids)).filter((document) => document !== undefined);
  };

  const read: NameBook['read'] = async (userKeys) =>
    new Map((await getAll<Named>(COLLECTION, userKeys)).map((document) => [document.id, document]));

  const write: NameBook['write'] = async (userKey, name) => {
    const before = (await read([userKey])).get(userKey);
    if ((before?.body.name ?? null) === name) return;
    const position = nextAfter(before);
    await documents.write([{ collection: COLLECTION, id: userKey, owner: userKey, position, body: { name } }]);
  };

  const metIn: NameBook['metIn'] = async (userKeys, workspaceId) => {
    const ids = userKeys.map((userKey) => metId(userKey, workspaceId));
    return new Set((await getAll(MET, ids)).map(({ owner }) => owner));
  };

  return Object.freeze({
    read,
    write,
    meet: async (userKey: string, workspaceId: string) => {
      if ((await metIn([userKey], workspaceId)).size > 0) return;
      const id = metId(userKey, workspaceId);
      await documents.write([{ collection: MET, id, owner: userKey, position: nextAfter(undefined), body: {} }]);
    },
    metIn,
  });
};

const metId = (userKey: string, workspaceId: string): string => `${workspaceId} ${userKey}`;

/** The store keeps the newer one: of two writes at one moment the first one stays. */
const nextAfter = (before: StoredDocument | undefined): string =>
  String(before === undefined ? 1 : Number(before.position) + 1).padStart(12, '0');
