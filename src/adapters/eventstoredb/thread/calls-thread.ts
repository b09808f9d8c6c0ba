/** One thread that makes calls for this one, from its start to its end. */
import { Worker } from 'node:worker_threads';
import { limits } from '../../../kernel/limits.ts';
import type { Logger, Timers } from '../../../ports/basics.ts';
import type { ServerOptions } from '../server/server-calls.ts';
import { errorOf } from './failure.ts';
import type { Order, Report } from './messages.ts';
import { createOutbox } from './outbox.ts';
import { watchSilence } from './watch-silence.ts';

export type ThreadDeps = {
  /** What the thread runs: it serves calls (`serve-calls.ts`) made with the options that are its `workerData`. */
  readonly script: URL;
  /** For the watch over the thread: its sleeps need not keep the process alive. */
  readonly background: Pick<Timers, 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Who waits for a call: until the signal aborts, or, without one, for an answer within the deadline. */
export type Asker = {
  readonly started?: () => void;
  readonly signal?: AbortSignal;
};

export type CallsThread = {
  /** Resolves when it serves; rejects when it cannot. */
  readonly ready: Promise<void>;
  isOver(): boolean;
  /** What is ordered resolves with `T`. */
  ask<T>(order: (id: number) => Order, asker: Asker): Promise<T>;
  /** What is under way fails with this. */
  end(error: Error): Promise<void>;
};

type Waiting = Asker & { readonly resolve: (value: never) => void; readonly reject: (error: unknown) => void };

export const beginCallsThread = (options: ServerOptions, { script, background, logger }: ThreadDeps): CallsThread => {
  const worker = new Worker(script, { workerData: options });
  const ready = Promise.withResolvers<void>();
  // Every call fails by it, too.
  ready.promise.catch(() => undefined);
  const waiting = new Map<number, Waiting>();
  const over = new AbortController();
  const said = { times: 0 };
  let asked = 0;

  /** A client that is asked for nothing keeps no process alive. */
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
    logger.warn({ err: cause }, 'the thread of the event store client has ended');
    // A thread that cannot be ended is one that has ended.
    end(new Error('the thread of the event store client has ended', { cause })).catch(() => undefined);
  };

  const { put } = createOutbox<Order>((orders) => worker.postMessage(orders), died);

  const take = (report: Report): void => {
    if (report.kind === 'ready') {
      if (waiting.size === 0) worker.unref();
      return ready.resolve();
    }
    if (report.kind === 'refused') return ended(errorOf(report.failure));
    if (report.kind === 'warning') return logger.warn({ err: errorOf(report.failure) }, report.message);
    const { id } = report;
    const asker = waiting.get(id);
    forget(id);
    if (report.kind === 'answered') return asker?.resolve(report.value as never); // Its kind is that of the order.
    if (report.started) asker?.started?.();
    return asker?.reject(errorOf(report.failure));
  };

  worker.on('message', (reports: readonly Report[]) => {
    said.times += 1;
    for (const report of reports) if (!over.signal.aborted) take(report);
  });
  worker.on('error', died);
  // A report that is lost is a call without an answer.
  worker.on('messageerror', died);
  worker.on('exit', () => died());

  const deadlineMs = options.deadlineMs ?? limits.eventStoreDeadlineMs;
  const isOwed = (): boolean => said.times === 0 || [...waiting.values()].some(({ signal }) => signal === undefined);
  watchSilence({ background, deadlineMs, said, isOwed, signal: over.signal }).then((stuck) => {
    if (stuck !== undefined) died(stuck);
  }, died);

  const ask = async <T>(order: (id: number) => Order, asker: Asker): Promise<T> => {
    asked += 1;
    const id = asked;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    remember(id, { ...asker, resolve, reject });
    put(order(id));
    const cancel = (): void => put({ kind: 'cancel', id });
    if (asker.signal?.aborted === true) cancel();
    asker.signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await promise;
    } finally {
      asker.signal?.removeEventListener('abort', cancel);
    }
  };

  return { ready: ready.promise, isOver: () => over.signal.aborted, ask, end };
};
