/**
 * The calls on a thread of their own: what the client of the server, its gRPC and its messages compute, and the garbage
 * that they leave, holds up nothing else (decision 0039). A thread that ends, by an error that its client throws at
 * nobody or for want of memory, fails what was under way as a broken connection would; the next call has a new one.
 */
import type { Fault } from '../../../kernel/faults.ts';
import type { Answer, Calls, LogEvent, Page } from '../calls.ts';
import type { ServerOptions } from '../server/server-calls.ts';
import { beginCallsThread, type CallsThread, type ThreadDeps } from './calls-thread.ts';

/** Fault `unavailable`, not retriable: the address cannot be used. */
export const startCallsThread = async (options: ServerOptions, deps: ThreadDeps): Promise<Calls> => {
  let closed: Fault | undefined;
  let current = beginCallsThread(options, deps);
  await current.ready;

  const thread = (): CallsThread => {
    if (closed !== undefined) throw closed;
    if (current.isOver()) current = beginCallsThread(options, deps);
    return current;
  };

  return {
    append: async (append, started) => thread().ask<Answer>((id) => ({ kind: 'append', id, append }), { started }),
    read: async (request) => thread().ask<Page>((id) => ({ kind: 'read', id, request }), {}),
    next: async (from, signal) => thread().ask<LogEvent | undefined>((id) => ({ kind: 'next', id, from }), { signal }),
    close: async (fault) => {
      closed ??= fault;
      await current.end(closed);
    },
  };
};
