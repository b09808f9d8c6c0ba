/** The calls as they go to the server, over a connection of this thread. */
import type { Clock, Logger, Timers } from '../../../ports/basics.ts';
import type { Calls, ReadRequest } from './calls.ts';
import { createBatchAppend } from './batch-append.ts';
import { createConnection } from './connection.ts';
import { createClient } from './client.ts';
import { allRead, streamRead } from './messages.ts';

import { createNextEvent, readPage } from './reads.ts';

export type ServerOptions = {
  /** `esdb://[user:password@]host[:port][,host...][?options]` or `esdb+discover://…`, as the client takes it. */
  readonly url: string;
  /** Before the name of each stream, where several share the server: of it all other streams are as good as none. */
  readonly prefix?: string;
  /** How long an answer may take; `limits.eventStoreDeadlineMs` unless stated. */
  readonly deadlineMs?: number;
};

export type ServerDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Without any I/O but for certificates. Fault `unavailable`, not retriable: the address cannot be used. */
export const createServerCalls = (
  { url, prefix = '', deadlineMs }: ServerOptions,
  { clock, timers, logger }: ServerDeps,
): Calls => {
  const connection = createConnection({
    create: () => createClient(url),
    timers,
    logger,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  const send = createBatchAppend({ connection, clock, timers });
  return {
    append: async (request, started) => send({ ...request, stream: prefix + request.stream }, started),
    read: async (request) => readPage(connection, messageFor(request, prefix), prefix, request.patience),
    next: createNextEvent(connection, prefix),
    close: async (fault) => connection.close(fault),
  };
};

const messageFor = (request: ReadRequest, prefix: string): ReturnType<typeof allRead> =>
  request.of !== 'stream'
    ? allRead(request.from, request.direction, request.count, request.of === 'all' ? prefix : '')
    : streamRead(prefix + request.stream, request.from, request.direction, request.count);
