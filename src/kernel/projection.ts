/** The shape of every read model: a pure fold of the log into documents, each of one owner. */
import type { RecordedEvent } from './event.ts';

export type Projection<D = unknown> = {
  /** e.g. `job`; the collection is `<name>@<version>`. A changed fold or document raises the version. */
  readonly name: string;
  readonly version: number;
  /** Index name to the top-level document members that it orders by; see ports/document-store.ts. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  /** Those of them that are asked across owners; see there too. */
  readonly across?: readonly string[];
  /** Streams of other categories are not offered to it. */
  readonly categories: readonly string[];
  /** Ids of the documents that an event touches; none when it is of no interest. */
  readonly touches: (event: RecordedEvent) => readonly string[];
  /**
   * Workspace id of a document that an event touches, else a user key or the id itself. It is the same for all events
   * that touch the document. One event may touch documents of several owners: a deleted workspace leaves the list of
   * each member.
   */
  readonly owner: (event: RecordedEvent, id: string) => string;
  /** The owner is the workspace of the event's stream, whatever the document: no need to look at the event itself. */
  readonly ofWorkspace?: true;
  /**
   * Each document is of one event alone, so none is read before it is written: an event that is folded again gives the
   * same document.
   */
  readonly ofOneEvent?: true;
  /** The document after the event; `undefined` before its first event, and to delete it. Never changes its input. */
  readonly evolve: (document: D | undefined, event: RecordedEvent, id: string) => D | undefined;
};

/** Name of the collection that holds the documents of a read model. */
export const collectionOf = (projection: Pick<Projection, 'name' | 'version'>): string =>
  `${projection.name}@${projection.version}`;

/** The description of a read model's collection for a store, under its present name. */
export const definitionOf = (
  { indexes, across }: Pick<Projection, 'indexes' | 'across'>,
  name: string,
): Pick<Projection, 'name' | 'indexes' | 'across'> => ({ name, indexes, ...(across === undefined ? {} : { across }) });

/** Documents of one stream carry its last revision and hash: audits compare them with the log. */
export type StreamMark = { readonly stream: string; readonly revision: number; readonly hash: string };

export const markOf = (event: RecordedEvent): StreamMark => ({
  hash: event.hash,
  revision: event.revision,
  stream: event.stream,
});
