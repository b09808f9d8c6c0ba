/** The embedded storage as contract suites want it: on files of the test's own, with real timers. */
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openLog } from '../../../src/adapters/sqlite/log.ts';
import { openReadStore } from '../../../src/adapters/sqlite/read-store.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import type { DocumentSubject } from '../document-store.contract.ts';
import type { LogSubject } from '../log-subject.ts';

export const openLogSubject = async (t: ExecutionContext): Promise<LogSubject> => {
  const path = join(tempFolder(t), 'log.sqlite');
  const open: (() => Promise<void>)[] = [];
  const another = async (): Promise<LogSubject> => {
    const log = openLog(path, {
      timers: createTimers(),
      background: createTimers({ background: true }),
      fatal: (error) => t.fail(`the log stopped: ${String(error)}`),
    });
    open.push(log.close);
    return { store: log.store, feed: log.feed, another, close: log.close };
  };
  const close = async (): Promise<void> => {
    await Promise.all(open.map(async (one) => one()));
  };
  return { ...(await another()), close };
};

export const openDocumentSubject = async (t: ExecutionContext): Promise<DocumentSubject> => {
  const path = join(tempFolder(t), 'read.sqlite');
  const open: (() => Promise<void>)[] = [];
  const another = async (): Promise<DocumentSubject> => {
    const documents = openReadStore(path, { timers: createTimers() });
    open.push(documents.close);
    return { documents, another, close: documents.close };
  };
  const close = async (): Promise<void> => {
    await Promise.all(open.map(async (one) => one()));
  };
  return { ...(await another()), close };
};
