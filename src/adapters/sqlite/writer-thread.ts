/**
 * A writer on a thread of its own: what a commit computes, and how long the disk takes for it, holds up nothing else
 * (decision 0060). What is under way when a thread ends has an unknown outcome, and the next call has a new thread.
 */
import { BrokenInvariant, Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import { keepThread } from '../thread/keep-thread.ts';
import type { Appended, AppendRequest } from './appender.ts';
import type { OpenWriter } from './log.ts';

/** What the thread is given: the file that it writes. */
export type WriterOptions = { readonly file: 'log'; readonly path: string };

export type WriterCall =
  | { readonly kind: 'append'; readonly request: AppendRequest }
  /** Settles what is under way and closes the file. */
  | { readonly kind: 'close' };

export type WriterThreadDeps = {
  /** What the thread runs: it serves calls with the options that are its `workerData` (`serve-writer.ts`). */
  readonly script: URL;
  /** For the watch over the thread: its sleeps need not keep the process alive. */
  readonly background: Pick<Timers, 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** The thread begins with the first append. */
export const logWriterThread =
  (path: string, deps: WriterThreadDeps): OpenWriter =>
  ({ fatal }) => {
    const options: WriterOptions = { file: 'log', path };
    const thread = keepThread<WriterCall>({
      ...deps,
      name: 'the writer of the log',
      options,
      answerMaxMs: limits.sqliteAnswerMaxMs,
      fatal,
    });
    return {
      append: async (request) => {
        try {
          return await thread.ask<Appended>({ kind: 'append', request });
        } catch (error) {
          throw outcomeOf(error, request);
        }
      },
      close: async () => {
        // A thread that ends by itself now has told all appends of it.
        if (thread.isRunning()) await thread.ask({ kind: 'close' }).catch(() => undefined);
        await thread.close(new Fault('unavailable', 'the log is closed', { retriable: false }));
      },
    };
  };

/** The writer says by a fault what became of an append; any other error is the end of its thread. */
const outcomeOf = (error: unknown, { stream }: AppendRequest): Error =>
  error instanceof Fault || error instanceof BrokenInvariant
    ? error
    : new Fault('ambiguous', 'the writer of the log has not said what became of an append', {
        cause: error,
        detail: { stream },
      });
