/** The thread's end: orders as they come, answers that go together. */
import { MessageChannel } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import type { Calls } from '../../../../src/adapters/eventstoredb/server/calls.ts';
import { type Call, serve } from '../../../../src/adapters/eventstoredb/thread-calls.ts';
import type { Order, Report } from '../../../../src/adapters/thread/messages.ts';
import { createReports } from '../../../../src/adapters/thread/serve-calls.ts';
import { eventually } from '../../../support/kernel/eventually.ts';

const refused = async (): Promise<never> => Promise.reject(new Error('not asked for here'));

/** A thread whose calls the test answers. */
const served = (t: ExecutionContext, changes: Partial<Calls>) => {
  const { port1: here, port2: there } = new MessageChannel();
  t.teardown(() => here.close());
  const calls: Calls = { append: refused, read: refused, next: refused, close: async () => undefined, ...changes };
  const posts: (readonly Report[])[] = [];
  here.on('message', (reports: readonly Report[]) => posts.push(reports));
  serve(there, calls, createReports(there));
  return { order: (...orders: Order<Call>[]): void => here.postMessage(orders), posts };
};

const readOf = (id: number): Order<Call> => ({
  kind: 'call',
  id,
  call: { kind: 'read', request: { of: 'all', from: 'start', direction: 'forwards', count: 1 } },
});

const nextOf = (id: number, from: string): Order<Call> => ({ kind: 'call', id, call: { kind: 'next', from } });

test('answers of one moment go as one, in order', async (t) => {
  const page = { events: [], cut: false };
  const { order, posts } = served(t, { read: async () => Promise.resolve(page) });
  order(readOf(1), readOf(2), readOf(3));
  await eventually('it has come', () => posts.length === 2);
  t.deepEqual(posts, [[{ kind: 'ready' }], [1, 2, 3].map((id) => ({ kind: 'answered', id, value: page }))]);
});

test('waiting for the next event ends by its id', async (t) => {
  const signals: AbortSignal[] = [];
  const next: Calls['next'] = async (_from, signal) => {
    signals.push(signal);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    return undefined;
  };
  const { order, posts } = served(t, { next });
  order(nextOf(1, 'start'), nextOf(2, '7'));
  order({ kind: 'cancel', id: 3 }, { kind: 'cancel', id: 2 });
  await eventually('it is told', () => posts.length === 2);
  t.deepEqual(posts[1], [{ kind: 'answered', id: 2, value: undefined }]);
  t.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false, true],
  );
});
