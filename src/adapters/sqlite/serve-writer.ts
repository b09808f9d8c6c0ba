/** The other end of `writer-thread.ts`: opens the file and writes what is asked for. */
import type { MessagePort } from 'node:worker_threads';
import type { Timers } from '../../ports/basics.ts';
import { failureOf, type TraitsOf } from '../thread/failure.ts';
import { type Reports, serveCalls } from '../thread/serve-calls.ts';
import { extendedCode, openDatabase } from './database.ts';
import { createLogWriter } from './log-writer.ts';
import { logMigrations } from './migrations.ts';
import type { WriterCall, WriterOptions } from './writer-thread.ts';

/** Of an error of SQLite. */
export const traitsOf: TraitsOf = (error) => ({ errcode: extendedCode(error) });

/** Faults as `openLog`. */
export const serveWriter = (port: MessagePort, { path }: WriterOptions, timers: Timers, reports: Reports): void => {
  const database = openDatabase(path, { synchronous: 'FULL', migrations: logMigrations });
  const writer = createLogWriter(database, {
    timers,
    fatal: (error) => reports.put({ kind: 'fatal', failure: failureOf(error, traitsOf) }),
  });
  serveCalls<WriterCall>(port, {
    reports,
    traitsOf,
    carryOut: async (call) => {
      if (call.kind === 'append') return writer.append(call.request);
      await writer.close();
      return database.close();
    },
  });
};
