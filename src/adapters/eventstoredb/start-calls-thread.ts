/**
 * The calls on a thread of their own. The work of the server's client, its gRPC, its messages and their garbage then
 * holds up nothing else (decision 0039). A thread that ends fails the calls under way as a broken connection would. The
 * next call starts a new one.
 */
import { limits } from '../../kernel/limits.ts';
import type { ThreadDeps } from '../thread/begin-thread.ts';
import { keepThread } from '../thread/keep-thread.ts';
import type { Answer, Calls, LogEvent, Page } from './server/calls.ts';
import type { ServerOptions } from './server/server-calls.ts';
import type { Call } from './thread-calls.ts';

/** Fault `unavailable`, not retriable: the address cannot be used. */
export const startCallsThread = async (
  options: ServerOptions,
  deps: Pick<ThreadDeps, 'script' | 'background' | 'logger'>,
): Promise<Calls> => {
  // A call is made again where another node leads, so often.
  const answerMaxMs = (options.deadlineMs ?? limits.eventStoreDeadlineMs) * (limits.eventStoreLeaderRetriesMax + 2);
  const { script, background, logger } = deps;
  const name = 'the event store client';
  const thread = keepThread<Call>({ name, script, background, logger, options, answerMaxMs });
  await thread.ready();
  return {
    append: async (append, started) => thread.ask<Answer>({ kind: 'append', append }, { started }),
    read: async (request) => thread.ask<Page>({ kind: 'read', request }),
    next: async (from, signal) => thread.ask<LogEvent | undefined>({ kind: 'next', from }, { signal }),
    close: thread.close,
  };
};
