/** The dependencies of all reads; made once by `src/main/compose-application.ts`. */
import type { Turns } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { EventCodec } from '../../schema/event-codec.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { createStreamReader } from '../log/stream-reader.ts';
import type { People } from '../people/people.ts';
import type { ReadModels } from '../read-models/freshness/read-model-freshness.ts';
import { createLastWritten, type LastWritten } from './last-written.ts';
import { createParsedDocuments, type ParsedDocuments } from './parsed-documents.ts';
import { createStreamDocuments, type StreamDocuments } from './stream-documents.ts';

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
};

export const createReadSide = ({ eventStore, ...deps }: ReadSideDeps): ReadSide =>
  Object.freeze({
    ...deps,
    parsed: createParsedDocuments(deps.documents),
    streams: createStreamDocuments(createStreamReader({ ...deps, eventStore })),
    written: createLastWritten(deps.commands),
  });
