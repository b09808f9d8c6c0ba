/** The other end of `writer-thread.ts`: opens the file and makes the requested writes. */
import type { MessagePort } from 'node:worker_threads';
import { BrokenInvariant } from '../../kernel/faults.ts';
import type { Timers } from '../../ports/basics.ts';
import { failureOf, type TraitsOf } from '../thread/failure.ts';
import { type Reports, serveCalls } from '../thread/serve-calls.ts';
import { extendedCode, openDatabase } from './database.ts';
import { type AppendRequest, createLogWriter, type LogWriter } from './log-writer.ts';
import { logMigrations } from './migrations.ts';
import { openReadDatabase } from './read-database.ts';
import type { AppendOutcome, WriterCall, WriterOptions } from './writer-thread.ts';

/** Of an error of SQLite. */
export const traitsOf: TraitsOf = (error) => ({ errcode: extendedCode(error) });

type CarryOut = (call: WriterCall) => Promise<unknown>;

/** Faults as `openLog`. */
export const serveWriter = (
  port: MessagePort,
  { file, path }: WriterOptions,
  timers: Timers,
  reports: Reports,
): void => {
  const carryOut = file === 'log' ? openLogWriter(path, timers, reports) : openReadWriter(path, timers);
  serveCalls<WriterCall>(port, { carryOut, reports, traitsOf });
};

const openLogWriter = (path: string, timers: Timers, reports: Reports): CarryOut => {
  const database = openDatabase(path, { synchronous: 'FULL', migrations: logMigrations });
  const fatal = (error: unknown): void => reports.put({ kind: 'fatal', failure: failureOf(error, traitsOf) });
  const writer = createLogWriter(database, { timers, fatal });
  return async (call) => {
    if (call.kind === 'append') return Promise.all(call.requests.map(async (request) => outcomeOf(writer, request)));
    if (call.kind !== 'close') throw notMine(call);
    await writer.close();
    return database.close();
  };
};

const outcomeOf = async (writer: LogWriter, request: AppendRequest): Promise<AppendOutcome> => {
  try {
    return { appended: await writer.append(request) };
  } catch (error) {
    return { failure: failureOf(error, traitsOf) };
  }
};

const openReadWriter = (path: string, timers: Timers): CarryOut => {
  const database = openReadDatabase(path, timers);
  return async (call) => {
    if (call.kind === 'work') return database.write(call.work);
    if (call.kind !== 'close') throw notMine(call);
    return database.close();
  };
};

const notMine = ({ kind }: WriterCall): BrokenInvariant => new BrokenInvariant(`this file takes no ${kind}`);
