/**
 * The writers of the embedded storage, each on a thread of its own. The work of a commit, and its wait for the disk,
 * then holds up nothing else (decision 0060). When a thread ends, calls under way have an unknown outcome, and the next
 * call starts a new one. The first call starts the thread.
 */
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import { ThreadEnded } from '../thread/begin-thread.ts';
import { errorOf, type Failure } from '../thread/failure.ts';
import { type KeptThread, keepThread } from '../thread/keep-thread.ts';
import type { Appended, AppendRequest } from './log-writer.ts';
import { createBatches, type Outcome } from './batches.ts';
import type { OpenWriter } from './log.ts';
import type { ReadWriter } from './read-database.ts';
import type { Done, Work } from './read-work.ts';

/** The outcome of one of several appends. */
export type AppendOutcome = { readonly appended: Appended } | { readonly failure: Failure };

/** The data of a thread: the file that it writes. */
export type WriterOptions = { readonly file: 'log' | 'read'; readonly path: string };

export type WriterCall =
  /** Of the log. */
  | { readonly kind: 'append'; readonly requests: readonly AppendRequest[] }
  /** Of the read models. */
  | { readonly kind: 'work'; readonly work: Work }
  /** Settles the writes under way and closes the file. */
  | { readonly kind: 'close' };

export type WriterThreadDeps = {
  /** The module of the thread: it serves calls with the options in its `workerData` (`serve-writer.ts`). */
  readonly script: URL;
  /** For the watch over the thread: its sleeps need not keep the process alive. */
  readonly background: Pick<Timers, 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
};

export const logWriterThread =
  (path: string, deps: WriterThreadDeps): OpenWriter =>
  ({ timers, fatal }) => {
    const thread = writerThread({ file: 'log', path }, 'the writer of the log', { ...deps, fatal });
    const send = async (requests: readonly AppendRequest[]): Promise<readonly Outcome<Appended>[]> => {
      const outcomes = await thread.ask<readonly AppendOutcome[]>({ kind: 'append', requests }).catch(openOutcome);
      return outcomes.map((one) => ('appended' in one ? { result: one.appended } : { error: errorOf(one.failure) }));
    };
    const appends = createBatches(send, timers);
    return {
      append: appends.ask,
      close: async () => {
        await appends.drained();
        await closeThread(thread);
      },
    };
  };

export const readWriterThread = (path: string, deps: WriterThreadDeps): ReadWriter => {
  const thread = writerThread({ file: 'read', path }, 'the writer of the read models', deps);
  return {
    write: async (work) => thread.ask<Done>({ kind: 'work', work }),
    close: async () => closeThread(thread),
  };
};

const writerThread = (
  options: WriterOptions,
  name: string,
  deps: WriterThreadDeps & { readonly fatal?: (error: unknown) => void },
): KeptThread<WriterCall> => keepThread({ ...deps, name, options, answerMaxMs: limits.sqliteAnswerMaxMs });

const closeThread = async (thread: KeptThread<WriterCall>): Promise<void> => {
  // A thread that ends by itself now has told of all calls.
  if (thread.isRunning()) await thread.ask({ kind: 'close' }).catch(() => undefined);
  await thread.close(new Fault('unavailable', 'the embedded storage is closed', { retriable: false }));
};

/** The writer's answer is the outcome of an append; the end of its thread says nothing. */
const openOutcome = (cause: unknown): never => {
  if (!(cause instanceof ThreadEnded)) throw cause;
  throw new Fault('ambiguous', 'the writer of the log has not told the outcome of an append', { cause });
};
