/** The embedded storage as contract suites want it, on files of the test's own. */
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { type LogDeps, openLog } from '../../../src/adapters/sqlite/log.ts';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { logWriterThread, readWriterThread } from '../../../src/adapters/sqlite/writer-thread.ts';
import { createIds } from '../../../src/adapters/system/ids.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import { withOthers } from '../check.ts';
import type { DocumentSubject } from '../document-store.contract.ts';
import type { LogSubject } from '../log-subject.ts';
import type { MessageSubject } from '../message-log.contract.ts';
import { onFakeClocks } from '../on-fake-clocks.ts';

const failing =
  (t: ExecutionContext) =>
  (error: unknown): void =>
    t.fail(`the log stopped: ${String(error)}`);

const STORAGE_WORKER = new URL('../../../src/main/storage-worker.ts', import.meta.url);

export const openLogSubject = async (t: ExecutionContext): Promise<LogSubject> => openLogOn(t, 'here');

/** Its commits are made on a thread, as those of the service are. */
export const openThreadedLogSubject = async (t: ExecutionContext): Promise<LogSubject> => openLogOn(t, 'thread');

const openLogOn = async (t: ExecutionContext, where: 'here' | 'thread'): Promise<LogSubject> => {
  const path = join(tempFolder(t), 'log.sqlite');
  const background = createTimers({ background: true });
  const deps = { timers: createTimers(), background, logger: silentLogger, fatal: failing(t) };
  const threaded = (): Pick<LogDeps, 'openWriter'> => ({
    openWriter: logWriterThread(path, { ...deps, script: STORAGE_WORKER }),
  });
  return withOthers(async (another) => {
    const { store, feed, close } = openLog(path, { ...deps, ...(where === 'thread' && threaded()) });
    return { store, feed, another, close };
  });
};

export const openDocumentSubject = async (t: ExecutionContext): Promise<DocumentSubject> => openDocumentsOn(t, 'here');

/** Its commits are made on a thread, as those of the service are. */
export const openThreadedDocumentSubject = async (t: ExecutionContext): Promise<DocumentSubject> =>
  openDocumentsOn(t, 'thread');

const openDocumentsOn = async (t: ExecutionContext, where: 'here' | 'thread'): Promise<DocumentSubject> => {
  const path = join(tempFolder(t), 'read.sqlite');
  const background = createTimers({ background: true });
  const thread = { script: STORAGE_WORKER, background, logger: silentLogger };
  return withOthers(async (another) => {
    const writer = where === 'thread' ? readWriterThread(path, thread) : undefined;
    const documents = openReadStore(path, { timers: createTimers(), ...(writer && { writer }) });
    return { documents, another, close: async () => documents.close() };
  });
};

export const openMessageSubject = async (t: ExecutionContext): Promise<MessageSubject> => {
  const folder = tempFolder(t);
  const deps = { ids: createIds(), logger: silentLogger, fatal: failing(t) };
  return onFakeClocks(({ timers, clock }) => openDataFolder(folder, { ...deps, timers, clock }));
};
