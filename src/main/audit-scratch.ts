/** A temporary store for the folds of an audit, which may be as large as all read models. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReadStore } from '../adapters/sqlite/read-store.ts';
import { makeTempFolder } from '../adapters/system/make-temp-folder.ts';
import { Fault, isFault } from '../kernel/faults.ts';
import type { Timers } from '../ports/basics.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { isFull } from './full-disks.ts';

/** It is gone when the work is done, or a signal ends the process. Fault `unavailable`: there is no room for it. */
export const withAuditScratch = async <R>(timers: Timers, work: (scratch: DocumentStore) => Promise<R>): Promise<R> => {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  // First: a signal may come as soon as the folder is there.
  const stay = beforeSignals(remove);
  try {
    folder = makeTempFolder('audit-');
    const scratch = openReadStore(join(folder, 'read.sqlite'), { timers });
    try {
      return await work(scratch);
    } finally {
      await scratch.close();
    }
  } catch (error) {
    if (folder === undefined || !isFault(error, 'unavailable') || !(await isFull(folder))) throw error;
    const message = `the disk of ${tmpdir()} is full, where the audit folds read models; choose another TMPDIR`;
    throw new Fault('unavailable', message, { cause: error });
  } finally {
    stay();
    remove();
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs it before a signal ends the process, until the returned function is called. */
const beforeSignals = (run: () => void): (() => void) => {
  const end = (signal: NodeJS.Signals): void => {
    run();
    // Nothing listens any more, so that it ends the process.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  return () => SIGNALS.forEach((signal) => process.off(signal, end));
};
