/**
 * The names of people, from their tokens. The log knows a person by a key alone. Names are beside it, in a collection
 * of their own that no rebuild touches. So they can be shown with decisions, and erased. A name never holds a request
 * up: an unreadable one is not shown, one that cannot be stored is stored next time. A workspace that a person was let
 * into learns the name once the person has changed something there.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger } from '../../ports/basics.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';
import { createNameBook, type Named } from './name-book.ts';

export type People = {
  /**
   * The bearer of a token with this name changes something in the workspace. Keeps what is new of that. Answers at
   * once: this process knows it from now on.
   */
  note(userKey: string, name: string | null, workspaceId: string): void;
  /** The known names; a change by another process shows after `limits.nameAgeMaxMs`. Never a fault. */
  namesOf(userKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The same of those alone that have changed something in the workspace. */
  namesIn(workspaceId: string, userKeys: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

export type PeopleDeps = {
  readonly documents: Pick<DocumentStore, 'declare' | 'getMany' | 'write'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'warn'>;
};

type Known = { readonly name: string | null; readonly until: number };

export const createPeople = ({ documents, clock, logger }: PeopleDeps): People => {
  const book = createNameBook(documents);
  const known = createBoundedMap<string, Known>(limits.namesKnownMax);
  /** The names that this process has stored. Forgetting one costs a look at the store. */
  const noted = createBoundedMap<string, string>(limits.namesKnownMax);
  /** Users that have changed something in a workspace, with it: that stays so. */
  const met = createBoundedMap<string, true>(limits.namesKnownMax);

  const learn = (userKey: string, name: string | null): void => {
    known.set(userKey, { name, until: clock.monotonic() + limits.nameAgeMaxMs });
  };

  const keep = (userKey: string, writing: Promise<void>, undo: () => void): void => {
    writing.catch((error: unknown) => {
      undo();
      if (!isFault(error)) throw error;
      logger.warn({ userKey, err: error }, 'a name could not be kept: it is kept when its bearer comes again');
    });
  };

  const hasMet = async (userKeys: readonly string[], workspaceId: string): Promise<void> => {
    const unknown = userKeys.filter((userKey) => met.get(`${workspaceId} ${userKey}`) === undefined);
    if (unknown.length === 0) return;
    const found = await book.metIn(unknown, workspaceId).catch((error: unknown) => {
      if (!isFault(error)) throw error;
      return new Set<string>();
    });
    for (const userKey of found) met.set(`${workspaceId} ${userKey}`, true);
  };

  const ask = async (userKeys: readonly string[]): Promise<void> => {
    const found = await book.read(userKeys).catch((error: unknown) => {
      if (!isFault(error)) throw error;
      return new Map<string, StoredDocument<Named>>();
    });
    for (const userKey of userKeys) learn(userKey, found.get(userKey)?.body.name ?? null);
  };

  const namesOf: People['namesOf'] = async (userKeys) => {
    const now = clock.monotonic();
    const distinct = [...new Set(userKeys)];
    const asked = distinct.filter((userKey) => (known.get(userKey)?.until ?? 0) <= now);
    if (asked.length > 0) await ask(asked);
    return new Map(
      distinct.flatMap((userKey) => {
        const name = known.get(userKey)?.name ?? null;
        return name === null ? [] : [[userKey, name] as const];
      }),
    );
  };

  return Object.freeze({
    note: (userKey: string, name: string | null, workspaceId: string) => {
      if (name === null) return;
      if (noted.get(userKey) !== name) {
        noted.set(userKey, name);
        learn(userKey, name);
        keep(userKey, book.write(userKey, name), () => noted.delete(userKey));
      }
      const mark = `${workspaceId} ${userKey}`;
      if (met.get(mark) !== undefined) return;
      met.set(mark, true);
      keep(userKey, book.meet(userKey, workspaceId), () => met.delete(mark));
    },
    namesOf,
    namesIn: async (workspaceId: string, userKeys: readonly string[]) => {
      await hasMet(userKeys, workspaceId);
      return namesOf(userKeys.filter((userKey) => met.get(`${workspaceId} ${userKey}`) !== undefined));
    },
  });
};
