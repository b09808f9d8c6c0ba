/** Logs for tests, on real timers. */
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { createLog, type Log, openLog } from '../../../../src/adapters/sqlite/log.ts';
import { logMigrations } from '../../../../src/adapters/sqlite/migrations.ts';
import { createTimers } from '../../../../src/adapters/system/timers.ts';
import type { Timers } from '../../../../src/ports/basics.ts';
import { fatal } from '../../../support/kernel/fatal.ts';
import type { ExecutionContext } from 'ava';

export const realTimers: Timers = createTimers();

/** The module of a writing thread of the service. */
export const STORAGE_WORKER = new URL('../../../../src/main/storage-worker.ts', import.meta.url);

type Scope = Pick<ExecutionContext, 'teardown'>;

const untilTheEnd = (t: Scope, log: Log): Log => {
  t.teardown(async () => log.close());
  return log;
};

/** A log at a path, or in memory, until the test is over. */
export const logAt = (t: Scope, path = ':memory:'): Log =>
  untilTheEnd(t, openLog(path, { timers: realTimers, background: createTimers({ background: true }), fatal }));

export const databaseAt = (path: string): DatabaseSync =>
  openDatabase(path, { synchronous: 'FULL', migrations: logMigrations });

/** The same on a database whose statements a test can make fail. */
export const logOn = (
  t: Scope,
  database: DatabaseSync,
  timers: Timers = realTimers,
  whenFatal: (error: unknown) => void = fatal,
): Log => untilTheEnd(t, createLog(database, { timers, fatal: whenFatal }));

/** The database as it is, but what one statement does is the test's. */
export const doctored = (database: DatabaseSync, sql: string, run: () => void): DatabaseSync => {
  const prepare = (asked: string): unknown => (asked === sql ? { run } : database.prepare(asked));
  return {
    prepare,
    exec: (script: string) => database.exec(script),
    close: () => database.close(),
    get isTransaction() {
      return database.isTransaction;
    },
  } as unknown as DatabaseSync;
};

/** An error as node:sqlite throws it. */
export const sqliteError = (errcode: number): Error =>
  Object.assign(new Error(`sqlite error ${errcode}`), { code: 'ERR_SQLITE_ERROR', errcode });
