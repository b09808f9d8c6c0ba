/** Read-model documents and checkpoints. Everything here can be rebuilt from the log. */
import type { Position } from '../kernel/position.ts';
import type { MemberStore } from './member-store.ts';

/** A collection holds documents by id, each of one owner. Other look-ups go by its declared indexes only. */
export type CollectionDefinition = {
  /** `<read-model>@<version>`, e.g. `job@1`. */
  readonly name: string;
  /** Index name to the document members (top level) that it orders by, e.g. `{ byPlan: ['planId'] }`. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  /** Indexes that are asked across owners as well; the others only with an owner. None unless stated. */
  readonly across?: readonly string[];
};

export type StoredDocument<D = unknown> = {
  readonly id: string;
  /** A workspace, a user, or the document's own id: see `projections/README.md`. */
  readonly owner: string;
  /** The document reflects the log up to here. */
  readonly position: Position;
  readonly body: D;
};

/** One change of a batch. A body of `undefined` deletes, and leaves a positioned tombstone. */
export type DocumentWrite = {
  readonly collection: string;
  readonly id: string;
  readonly owner: string;
  readonly position: Position;
  readonly body: unknown;
};

export type Query = {
  readonly collection: string;
  /** May be left out where the index is declared `across` owners. */
  readonly owner?: string;
  readonly index: string;
  /** Equality on the first members of the index, in their order. */
  readonly equals?: readonly (string | number | null)[];
  /** Only entries after (or, descending, before) this cursor, as an earlier page gave it. */
  readonly after?: string;
  /** Bound on the index member that follows the equal ones, inclusive. */
  readonly atMost?: string | number;
  readonly atLeast?: string | number;
  readonly descending?: boolean;
  readonly limit: number;
};

export type Page<D = unknown> = { readonly documents: readonly StoredDocument<D>[]; readonly next: string | null };

export type Checkpoint = {
  readonly position: Position;
  /** Raised by each new holder; a write with a lower fence is refused. */
  readonly fence: number;
};

export type NamedCheckpoint = Checkpoint & { readonly name: string };

export type DocumentStore = {
  /** Makes the collection and its indexes if they are not there. Safe to repeat. */
  declare(collection: CollectionDefinition): Promise<void>;

  get<D>(collection: string, id: string): Promise<StoredDocument<D> | undefined>;

  /** Several of them in one call, in the order of the ids. */
  getMany<D>(collection: string, ids: readonly string[]): Promise<readonly (StoredDocument<D> | undefined)[]>;

  /**
   * The body as the canonical JSON text that was written, for answers that need not be parsed, with its position.
   */
  getText(collection: string, id: string): Promise<{ text: string; owner: string; position: Position } | undefined>;

  /** By a declared index only; an undeclared one is a bug. */
  query<D>(query: Query): Promise<Page<D>>;

  /**
   * Applies each write whose position is newer than the stored one (or than a tombstone's) and skips the others. Then
   * it moves the checkpoints, never back. A store with transactions does all of it at once; one without writes the
   * documents first. Fault `conflict`: the fence of one of the checkpoints is higher, and that one was not moved.
   */
  write(writes: readonly DocumentWrite[], ...checkpoints: readonly NamedCheckpoint[]): Promise<void>;

  checkpoint(name: string): Promise<Checkpoint | undefined>;

  /** Several of them in one call, in the order of the names. */
  checkpoints(names: readonly string[]): Promise<readonly (Checkpoint | undefined)[]>;

  /** Removes documents, tombstones and indexes of a collection, and the named checkpoint. For rebuilds. */
  drop(collection: string, checkpointName?: string): Promise<void>;

  /** All live documents of a collection in id order, for audits and comparisons. */
  scan<D>(collection: string): AsyncIterable<StoredDocument<D>>;

  /**
   * Leaves in the files of the store nothing of what documents were before, also after a power failure. Fault
   * `unavailable`: others hold a file for too long. Left out by stores on servers, which do so in their own time.
   */
  readonly forgetReplaced?: () => Promise<void>;

  /** Where the processes that write the documents see each other. */
  readonly members: MemberStore;

  close(): Promise<void>;
};
