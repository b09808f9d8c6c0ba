/** The embedded storage as contract suites want it: on files of the test's own, with real timers. */
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { openLog } from '../../../src/adapters/sqlite/log.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { tempFolder } from '../../support/temp-folder.ts';
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
