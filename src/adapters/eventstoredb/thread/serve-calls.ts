/** The thread's end: carries out orders one by one as they come, and reports. */
import type { MessagePort } from 'node:worker_threads';
import type { Answer, Calls, LogEvent, Page } from '../calls.ts';
import { failureOf } from './failure.ts';
import type { Order, Report } from './messages.ts';
import { createOutbox, type Outbox } from './outbox.ts';

export type Reports = Outbox<Report>;

/** What cannot be sent ends the thread: whoever waits is told of that. */
export const createReports = (port: MessagePort): Reports =>
  createOutbox<Report>(
    (reports) => port.postMessage(reports),
    (error) => {
      throw error;
    },
  );

export const serveCalls = (port: MessagePort, calls: Calls, reports: Reports): void => {
  const waiting = new Map<number, AbortController>();

  const report = (id: number, call: Promise<Answer | Page | LogEvent | undefined>, started: () => boolean): void => {
    call.then(
      (value) => reports.put({ kind: 'answered', id, value }),
      (error: unknown) => reports.put({ kind: 'failed', id, failure: failureOf(error), started: started() }),
    );
  };

  const append = ({ id, append: request }: Extract<Order, { kind: 'append' }>): void => {
    let started = false;
    const call = calls.append(request, () => {
      started = true;
    });
    report(id, call, () => started);
  };

  const next = async ({ id, from }: Extract<Order, { kind: 'next' }>): Promise<LogEvent | undefined> => {
    const over = new AbortController();
    waiting.set(id, over);
    try {
      return await calls.next(from, over.signal);
    } finally {
      waiting.delete(id);
    }
  };

  const carryOut = (order: Order): void => {
    const { kind, id } = order;
    if (kind === 'append') append(order);
    else if (kind === 'read') report(id, calls.read(order.request), () => true);
    else if (kind === 'next') report(id, next(order), () => true);
    else waiting.get(id)?.abort();
  };

  port.on('messageerror', (error) => {
    // An order that is lost is a call without an answer: who made it is told when the thread ends.
    throw error;
  });
  port.on('message', (orders: readonly Order[]) => {
    for (const order of orders) carryOut(order);
  });
  reports.put({ kind: 'ready' });
};
