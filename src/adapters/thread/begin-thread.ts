/** One thread that makes calls for this one, from its start to its end. */
import { type Transferable, Worker } from 'node:worker_threads';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import { errorOf } from './failure.ts';
import type { Order, Report } from './messages.ts';
import { createOutbox } from './outbox.ts';

/**
 * The calls under way get no answer: their outcome is unknown. Where they may not simply be repeated, the caller makes
 * another fault of it.
 */
export class ThreadEnded extends Fault {
  constructor(name: string, cause?: unknown) {
    super('unavailable', `the thread of ${name} has ended`, { cause });
  }
}

export type ThreadDeps = {
  /** Its name in errors and log lines. */
  readonly name: string;
  /** The module of the thread: it serves calls (`serve-calls.ts`). */
  readonly script: URL;
  /** The `workerData` of the thread. */
  readonly options?: unknown;
  /** In which every call that has no signal must be over. */
  readonly answerMaxMs: number;
  /** Memory for what lives long, past which it ends; that of the process unless stated. */
  readonly heapMiB?: number;
  /** For the watch over the thread: its sleeps need not keep the process alive. */
  readonly background: Pick<Timers, 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Told when the thread says that the process must stop. */
  readonly fatal?: (error: unknown) => void;
};

/** The wait of a call: until the signal aborts, or, without one, for an answer within `answerMaxMs`. */
export type Asker = {
  readonly started?: () => void;
  readonly signal?: AbortSignal;
  /** Parts of the call that go over rather than being copied. */
  readonly transfer?: readonly Transferable[];
};

export type Thread<C> = {
  /** Resolves when it serves; rejects when it cannot. */
  readonly ready: Promise<void>;
  isOver(): boolean;
  /** The call resolves with `T`. */
  ask<T>(call: C, asker?: Asker): Promise<T>;
  /** Calls under way fail with this error. */
  end(error: Error): Promise<void>;
};

type Waiting = Asker & { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void };

export const beginThread = <C>(deps: ThreadDeps): Thread<C> => {
  const { name, script, options, answerMaxMs, heapMiB, background, logger, fatal } = deps;
  const resourceLimits = heapMiB === undefined ? {} : { maxOldGenerationSizeMb: heapMiB };
  const worker = new Worker(script, { workerData: options, resourceLimits });
  const ready = Promise.withResolvers<void>();
  // Every call fails by it, too.
  ready.promise.catch(() => undefined);
  const waiting = new Map<number, Waiting>();
  const over = new AbortController();
  let said = 0;
  let asked = 0;

  /** A thread that is asked for nothing keeps no process alive. */
  const forget = (id: number): void => {
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  };
  const remember = (id: number, one: Waiting): void => {
    if (waiting.size === 0) worker.ref();
    waiting.set(id, one);
  };

  const ended = (error: Error): void => {
    over.abort();
    ready.reject(error);
    for (const { started, reject } of waiting.values()) {
      // It may have gone out.
      started?.();
      reject(error);
    }
    waiting.clear();
  };
  const end = async (error: Error): Promise<void> => {
    ended(error);
    await worker.terminate();
  };
  const died = (cause?: unknown): void => {
    if (over.signal.aborted) return;
    const fault = new ThreadEnded(name, cause);
    logger.warn({ err: cause }, fault.message);
    // A thread that cannot be ended is one that has ended.
    end(fault).catch(() => undefined);
  };

  const { put } = createOutbox<Order<C>>((orders, transfer) => worker.postMessage(orders, transfer), died);

  const take = (report: Report): void => {
    if (report.kind === 'ready') {
      if (waiting.size === 0) worker.unref();
      return ready.resolve();
    }
    if (report.kind === 'refused') return ended(errorOf(report.failure));
    if (report.kind === 'warning') return logger.warn({ err: errorOf(report.failure) }, report.message);
    if (report.kind === 'fatal') return fatal?.(errorOf(report.failure));
    const { id } = report;
    const asker = waiting.get(id);
    forget(id);
    if (report.kind === 'answered') return asker?.resolve(report.value as never); // Its kind is that of the call.
    if (report.started) asker?.started?.();
    return asker?.reject(errorOf(report.failure));
  };

  worker.on('message', (reports: readonly Report[]) => {
    said += 1;
    for (const report of reports) if (!over.signal.aborted) take(report);
  });
  worker.on('error', died);
  // A report that is lost is a call without an answer.
  worker.on('messageerror', died);
  worker.on('exit', () => died());

  const isOwed = (): boolean => said === 0 || [...waiting.values()].some(({ signal }) => signal === undefined);
  /**
   * A thread that is stuck says nothing, also not that its deadlines have passed. Looked at so far apart that every
   * call of one look must have ended before the next one.
   */
  const watchSilence = async (): Promise<never> => {
    let owed = false;
    for (let before = said; ; before = said) {
      await background.sleep(answerMaxMs, over.signal);
      // Where the whole process was paused the thread has had no time yet.
      if (owed && said === before) await background.sleep(limits.threadSilenceGraceMs, over.signal);
      if (owed && said === before) throw new Error('the thread is stuck: it says nothing past all deadlines');
      owed = isOwed();
    }
  };
  watchSilence().catch(died);

  const ask = async <T>(call: C, asker: Asker = {}): Promise<T> => {
    asked += 1;
    const id = asked;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    remember(id, { ...asker, resolve, reject });
    put({ kind: 'call', id, call }, asker.transfer);
    const { signal } = asker;
    if (signal === undefined) return promise;
    const cancel = (): void => put({ kind: 'cancel', id });
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

  return { ready: ready.promise, isOver: () => over.signal.aborted, ask, end };
};
