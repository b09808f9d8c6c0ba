/** The dependencies of all reads; made once by `src/main/compose-application.ts`. */
import type { Turns } from '../../ports/basics.ts';
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { createLatestPositions, type LatestPositions } from '../log/latest-positions.ts';
import { createStreamReader, type Folded, type StreamReader } from '../log/stream-reader.ts';
import type { People } from '../people/people.ts';
import type { ReadModels } from '../read-models/freshness/read-model-freshness.ts';
import { createLastWritten, type LastWritten } from './last-written.ts';
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { bodyIn } from '../../kernel/damaged-document.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position, Revision } from '../../kernel/position.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import type { Projection } from '../../kernel/projection.ts';
import { foldStep } from '../../kernel/unfoldable.ts';

export type ReadSideDeps = {
  readonly commands: CommandHandler;
  readonly documents: Pick<DocumentStore, 'getText' | 'query'>;
  /** How far the documents reflect the log, and where they are. */
  readonly readModels: ReadModels;
  readonly feed: Pick<EventFeed, 'read' | 'head'>;
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly people: Pick<People, 'namesOf' | 'namesIn'>;
  readonly turns: Turns;
};

export type ReadSide = Omit<ReadSideDeps, 'eventStore'> & {
  readonly parsed: ParsedDocuments;
  readonly streams: StreamDocuments;
  readonly written: LastWritten;
  /** The position of an answer that was folded beyond the read models, by the id of its document. */
  readonly told: LatestPositions;
};

export const createReadSide = ({ eventStore, ...deps }: ReadSideDeps): ReadSide =>
  Object.freeze({
    ...deps,
    parsed: createParsedDocuments(deps.documents),
    streams: createStreamDocuments(createStreamReader({ ...deps, eventStore })),
    written: createLastWritten(deps.commands),
    told: createLatestPositions(),
  });

/**
 * Documents of the read store, parsed once for each of their positions. Polls of an unchanged document get the same
 * object again. So a body presented from it can be cached with it.
 */
type ParsedDocuments = {
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

/**
 * Documents that are made of one stream alone, folded from it: slower than a read model, and never behind. Folded
 * documents are cached for a while. So polls during an outage of the read store read only the later events.
 */
type StreamDocuments = {
  /** Undefined: the stream makes no such document. Faults: those of the store, and `corrupt`. */
  get<D>(projection: Projection<D>, stream: string, id: string): Promise<StoredDocument<D> | undefined>;
  /** An event that is known to be there. Fault `corrupt`: it is not. */
  event(stream: string, revision: Revision): Promise<RecordedEvent>;
};

type Folding = { readonly body: unknown; readonly owner: string };

const NOTHING: Folding = { body: undefined, owner: '' };

export const createStreamDocuments = (reader: StreamReader): StreamDocuments => {
  const kept = createBoundedMap<string, Folded<Folding>>(limits.streamDocumentsMax);

  const foldOf = (projection: Projection, id: string) => ({
    initial: NOTHING,
    evolve: (before: Folding, event: RecordedEvent): Folding =>
      foldStep(projection, event, () =>
        projection.touches(event).includes(id)
          ? { body: projection.evolve(before.body, event, id), owner: projection.owner(event, id) }
          : before,
      ),
  });

  const fold = async (projection: Projection, stream: string, id: string): Promise<Folded<Folding>> => {
    const before = kept.get(`${projection.name} ${id}`);
    const how = foldOf(projection, id);
    if (before === undefined) return reader.load(how, stream);
    return reader.advance(how, before, await reader.tail(stream, before.revision));
  };

  const get = async <D>(projection: Projection<D>, stream: string, id: string) => {
    const folded = await fold(projection as Projection, stream, id);
    const { body, owner } = folded.state;
    if (body === undefined) return undefined;
    kept.set(`${projection.name} ${id}`, folded);
    return { id, owner, position: folded.position, body: body as D };
  };

  return Object.freeze({ get, event: async (stream: string, revision: Revision) => reader.event(stream, revision) });
};
