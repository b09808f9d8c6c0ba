/** A data folder: `log.sqlite`, the facts, and `read.sqlite` beside it, which follows from them. */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Fault } from '../../kernel/faults.ts';
import { fileTrouble } from '../../kernel/file-trouble.ts';
import type { Clock, Ids, Logger, Timers, Turns } from '../../ports/basics.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { MessageLog } from '../../ports/message-log.ts';
import { type Log, openLog } from './log.ts';
import { openMessageLog } from './message-log.ts';
import { openReadStore } from './read-store.ts';
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
 * Opens or makes all storage in a folder; several processes may open the same one. `:memory:` keeps it in memory. Parts
 * that are kept elsewhere are closed with the rest. Faults as `openLog`.
 */
export const openDataFolder = (folder: string, deps: DataFolderDeps, elsewhere: KeptElsewhere = {}): DataFolder => {
  const inMemory = folder === ':memory:';
  if (!inMemory) makeOrSay(folder);
  const file = (name: string): string => (inMemory ? folder : join(folder, name));
  const threads = writerThreads(deps, inMemory);
  const log = elsewhere.log ?? openLog(file('log.sqlite'), { ...deps, ...threads?.log(file('log.sqlite')) });
  const reads = threads?.reads(file('read.sqlite'));
  const documents = elsewhere.documents ?? openReadStore(file('read.sqlite'), { ...deps, ...reads });
  const messages = elsewhere.messages ?? openMessageLog(log.feed, file('read.sqlite'), { ...deps, ...reads });
  return Object.freeze({
    store: log.store,
    feed: log.feed,
    documents,
    messages,
    close: async () => {
      await messages.close();
      await documents.close();
      await reads?.writer.close();
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
        reads: (path: string) => ({ writer: readWriterThread(path, { script, background, logger }) }),
      };

const makeOrSay = (folder: string): void => {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new Fault('unavailable', `the data folder ${folder} cannot be made: ${fileTrouble(error)}`, { cause: error });
  }
};

/** A new folder's name is on disk before anything in it is promised to be; SQLite syncs only the names inside it. */
const makeFolder = (folder: string): void => {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows cannot open a folder for syncing, and journals names by itself.
  if (first === undefined || process.platform === 'win32') return;
  const top = dirname(resolve(first));
  for (let parent = dirname(resolve(folder)); ; parent = dirname(parent)) {
    const handle = openSync(parent, 'r');
    fsyncSync(handle);
    closeSync(handle);
    if (parent === top || parent === dirname(parent)) return;
  }
};
