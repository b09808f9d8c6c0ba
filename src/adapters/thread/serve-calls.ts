/** The thread's end: carries out orders one by one as they come, and reports. */
import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import { assert } from '../../kernel/faults.ts';
import { failureOf, noTraits, type TraitsOf } from './failure.ts';
import type { Order, Report } from './messages.ts';
import { createOutbox, type Outbox } from './outbox.ts';

export type Reports = Outbox<Report>;

/** A value that cannot be sent ends the thread: all waiting calls fail. */
export const createReports = (port: MessagePort): Reports =>
  createOutbox<Report>(
    (reports, transfer) => port.postMessage(reports, transfer),
    (error) => {
      throw error;
    },
  );

export type Asked = {
  /** To be called, at the latest before the call fails, when it may have had an effect. */
  readonly started: () => void;
  /** Aborts when nothing waits for the call any more. Made when it is first asked for. */
  readonly signal: () => AbortSignal;
};

export type ServeDeps<C, T> = {
  /** Its result must be a value that a message between threads can carry. */
  readonly carryOut: (call: C, asked: Asked) => Promise<T>;
  /** Parts of a result that go over rather than being copied; none unless stated. */
  readonly transferOf?: (value: T) => readonly Transferable[];
  readonly reports: Reports;
  /** None unless stated. */
  readonly traitsOf?: TraitsOf;
};

/** In the script of a thread: serves the thread that has started it, which is refused by the error of `serve`. */
export const serveThread = (
  serve: (port: MessagePort, reports: Reports) => void,
  traitsOf: TraitsOf = noTraits,
): void => {
  assert(parentPort !== null, 'this is the script of a thread');
  const reports = createReports(parentPort);
  try {
    serve(parentPort, reports);
  } catch (error) {
    reports.put({ kind: 'refused', failure: failureOf(error, traitsOf) });
  }
};

export const serveCalls = <C, T = unknown>(port: MessagePort, deps: ServeDeps<C, T>): void => {
  const { carryOut, transferOf, reports, traitsOf = noTraits } = deps;
  const cancels = new Map<number, AbortController>();

  const signalOf = (id: number): AbortSignal => {
    const over = cancels.get(id) ?? new AbortController();
    cancels.set(id, over);
    return over.signal;
  };

  const make = (id: number, call: C): void => {
    let started = false;
    const asked = { started: () => void (started = true), signal: () => signalOf(id) };
    carryOut(call, asked).then(
      (value) => {
        cancels.delete(id);
        reports.put({ kind: 'answered', id, value }, transferOf?.(value));
      },
      (error: unknown) => {
        cancels.delete(id);
        reports.put({ kind: 'failed', id, failure: failureOf(error, traitsOf), started });
      },
    );
  };

  port.on('messageerror', (error) => {
    // An order that is lost is a call without an answer: its asker is told when the thread ends.
    throw error;
  });
  port.on('message', (orders: readonly Order<C>[]) => {
    for (const order of orders) {
      if (order.kind === 'call') make(order.id, order.call);
      else cancels.get(order.id)?.abort();
    }
  });
  reports.put({ kind: 'ready' });
};
