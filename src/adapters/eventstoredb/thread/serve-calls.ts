/** The thread's end: carries out orders one by one as they come, and reports. */
import type { MessagePort } from 'node:worker_threads';
import { limits } from '../../../kernel/limits.ts';
import type { Answer, Calls, Hear, LogEvent, Page } from '../calls.ts';
import { failureOf } from './failure.ts';
import type { NewsReport, Order, Report } from './messages.ts';
import { createOutbox } from './outbox.ts';

export type Reports = {
  readonly put: (report: Report) => void;
  /** The last news of a call that can still be added to. */
  readonly newsOf: (id: number) => NewsReport;
};

type Following = { readonly over: AbortController; readonly taken: (weight: number) => void };

/** What cannot be sent ends the thread: whoever waits is told of that. */
export const createReports = (port: MessagePort): Reports => {
  const open = new Map<number, NewsReport>();
  const send = (reports: readonly Report[]): void => {
    open.clear();
    port.postMessage(reports);
  };
  const { put } = createOutbox<Report>(send, (error) => {
    throw error;
  });
  const newsOf: Reports['newsOf'] = (id) => {
    const there = open.get(id);
    if (there !== undefined) return there;
    const news: NewsReport = { kind: 'news', id, confirmed: false, events: [], weight: 0 };
    open.set(id, news);
    put(news);
    return news;
  };
  return { put, newsOf };
};

export const serveCalls = (port: MessagePort, calls: Calls, reports: Reports): void => {
  const following = new Map<number, Following>();

  const report = (id: number, call: Promise<Answer | Page | undefined>, started: () => boolean): void => {
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

  const subscribe = async ({ id, from }: Extract<Order, { kind: 'subscribe' }>): Promise<undefined> => {
    const over = new AbortController();
    const { hear, taken } = createHearing(reports, id);
    following.set(id, { over, taken });
    try {
      await calls.subscribe(from, hear, over.signal);
    } finally {
      following.delete(id);
    }
  };

  const carryOut = (order: Order): void => {
    const { kind, id } = order;
    if (kind === 'append') append(order);
    else if (kind === 'read') report(id, calls.read(order.request), () => true);
    else if (kind === 'subscribe') report(id, subscribe(order), () => true);
    else if (kind === 'taken') following.get(id)?.taken(order.weight);
    else following.get(id)?.over.abort();
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

/**
 * What may be on its way to the other thread is what the tail there would hold: so many characters, an event counted as
 * so many at least that there are no more events than it holds either.
 */
const WEIGHT_MAX = limits.feedTailBytesMax;
const WEIGHT_OF_EVENT = WEIGHT_MAX / limits.feedTailEventsMax;

const weightOf = ({ data, metadata }: LogEvent): number => Math.max(WEIGHT_OF_EVENT, data.length + metadata.length);

const createHearing = (reports: Reports, id: number): { readonly hear: Hear; readonly taken: Following['taken'] } => {
  let onTheWay = 0;
  let waiting: PromiseWithResolvers<void> | undefined;
  return {
    hear: ({ confirmed, events }) => {
      const news = reports.newsOf(id);
      const weight = events.reduce((sum, event) => sum + weightOf(event), 0);
      news.confirmed ||= confirmed;
      news.events.push(...events);
      news.weight += weight;
      onTheWay += weight;
      if (onTheWay < WEIGHT_MAX) return undefined;
      waiting ??= Promise.withResolvers<void>();
      return waiting.promise;
    },
    taken: (weight) => {
      onTheWay -= weight;
      if (onTheWay >= WEIGHT_MAX) return;
      waiting?.resolve();
      waiting = undefined;
    },
  };
};
