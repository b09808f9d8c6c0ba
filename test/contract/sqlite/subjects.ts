/** The embedded storage as contract suites want it, on files of the test's own. */
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openDataFolder } from '../../../src/adapters/sqlite/data-folder.ts';
import { type LogDeps, openLog } from '../../../src/adapters/sqlite/log.ts';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { logWriterThread, readWriterThread } from '../../../src/adapters/sqlite/writer-thread.ts';
import { createIds } from '../../../src/adapters/system/ids.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { createFakeClock, type FakeClock } from '../../support/kernel/fake-clock.ts';
import { silentLogger } from '../../support/kernel/silent-logger.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import { withOthers } from '../check.ts';
import type { DocumentSubject } from '../document-store.contract.ts';
import type { LogSubject } from '../log-subject.ts';
import type { MessageSubject } from '../message-log.contract.ts';

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

/** Time is each handle's own and passes for all of them together, except for crashed ones: theirs is stopped. */
export const openMessageSubject = async (t: ExecutionContext): Promise<MessageSubject> => {
  const folder = tempFolder(t);
  const clocks = new Set<FakeClock>();
  const crashed = new Set<FakeClock>();
  const pass = async (ms: number): Promise<void> => {
    await Promise.all([...clocks].map(async (clock) => clock.advance(ms)));
  };
  const subject = await withOthers<MessageSubject>(async (another) => {
    const fake = createFakeClock();
    const { timers, clock } = fake;
    clocks.add(fake);
    const deps = { timers, clock, ids: createIds(), logger: silentLogger, fatal: failing(t) };
    const { store, messages, close } = openDataFolder(folder, deps);
    const crash = async (): Promise<void> => {
      clocks.delete(fake);
      crashed.add(fake);
    };
    return { store, messages, pass, another, crash, close };
  });
  const close = async (): Promise<void> => {
    for (const clock of crashed) clocks.add(clock);
    const state = { closed: false };
    const closing = subject.close().finally(() => {
      state.closed = true;
    });
    // Hanging work is given up after a while, as at any shutdown.
    while (!state.closed) await pass(1_000);
    await closing;
  };
  return { ...subject, close };
};
