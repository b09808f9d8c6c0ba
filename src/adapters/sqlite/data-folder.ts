/** A data folder: `log.sqlite`, the facts, and `read.sqlite` beside it, which follows from them. */
import { join } from 'node:path';
import type { Clock, Ids, Logger, Timers, Turns } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { MessageLog } from '../../ports/message-log.ts';
import { type Log, openLog } from './log.ts';
import { openMessageLog } from './message-log.ts';
import { openReadDatabase, type ReadDatabase } from './read-database.ts';
import { createReadStore } from './read-store.ts';
import { logWriterThread, readWriterThread } from './writer-thread.ts';

export type DataFolderDeps = {
  readonly timers: Timers;
  readonly background?: Timers;
  /** See `ReadStoreDeps`. */
  readonly turns?: Turns;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** See `LogDeps`: the process must stop. */
  readonly fatal: (error: unknown) => void;
  /** The module of the threads that make the commits (`writer-thread.ts`); unless stated, this thread makes them. */
  readonly writerScript?: URL;
};

export type DataFolder = {
  readonly store: EventStore;
  readonly feed: EventFeed;
  readonly documents: DocumentStore;
  readonly messages: MessageLog;
  /** Closes everything, in reverse order. Safe to repeat. */
  readonly close: () => Promise<void>;
};

/** Parts that a server keeps: their files are neither made nor opened. */
export type KeptElsewhere = {
  readonly log?: Log;
  readonly documents?: DocumentStore;
  readonly messages?: MessageLog;
};

/**
 * Opens or makes all storage in a folder that is there; several processes may open the same one. `:memory:` keeps it in
 * memory. Parts that are kept elsewhere are closed with the rest. Faults as `openLog`.
 */
export const openDataFolder = (folder: string, deps: DataFolderDeps, elsewhere: KeptElsewhere = {}): DataFolder => {
  const inMemory = folder === ':memory:';
  const file = (name: string): string => (inMemory ? folder : join(folder, name));
  const threads = writerThreads(deps, inMemory);
  const log = elsewhere.log ?? openLog(file('log.sqlite'), { ...deps, ...threads?.log(file('log.sqlite')) });
  let opened: ReadDatabase | undefined;
  const read = (): ReadDatabase =>
    (opened ??= openReadDatabase(file('read.sqlite'), deps.timers, threads?.reads(file('read.sqlite'))));
  const documents = elsewhere.documents ?? createReadStore(read(), deps.turns);
  const messages = elsewhere.messages ?? openMessageLog(log.feed, read(), deps);
  return Object.freeze({
    store: log.store,
    feed: log.feed,
    documents,
    messages,
    close: async () => {
      await messages.close();
      await documents.close();
      await opened?.close();
      await log.close();
    },
  });
};

/** A file in memory belongs to one connection. */
const writerThreads = (
  { writerScript: script, timers, background = timers, logger }: DataFolderDeps,
  inMemory: boolean,
) =>
  script === undefined || inMemory
    ? undefined
    : {
        log: (path: string) => ({ openWriter: logWriterThread(path, { script, background, logger }) }),
        reads: (path: string) => readWriterThread(path, { script, background, logger }),
      };
