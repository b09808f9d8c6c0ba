/** The one writer of a log in this process: appends in group commits, on whatever thread it is made. */
import type { DatabaseSync } from 'node:sqlite';
import type { Timers } from '../../ports/basics.ts';
import { type Appended, type AppendRequest, createAppender } from './appender.ts';
import { createGroupCommit, type Job } from './group-commit.ts';
import { createLogHead } from './log-head.ts';

export type LogWriter = {
  /** Answers when it is durable. Faults as `EventStore.append`. */
  readonly append: (request: AppendRequest) => Promise<Appended>;
  /** Settles the appends under way. Nothing may be appended after. */
  readonly close: () => Promise<void>;
};

export type LogWriterDeps = {
  readonly timers: Timers;
  /** Told once when a commit has failed in a way that leaves its outcome open; all that comes after is refused. */
  readonly fatal: (error: unknown) => void;
};

type Append = Job<Appended> & AppendRequest;

/** Writes over this connection, which others may read from. It stays open. */
export const createLogWriter = (database: DatabaseSync, { timers, fatal }: LogWriterDeps): LogWriter => {
  const appender = createAppender(database, createLogHead(database));
  const commits = createGroupCommit<Appended, Append>({ database, timers, fatal, ...appender });
  return {
    append: async (request) =>
      new Promise<Appended>((resolve, reject) => {
        const fault = commits.stopped();
        if (fault !== undefined) throw fault;
        commits.enqueue({ ...request, resolve, reject });
      }),
    close: async () => commits.drained(),
  };
};
