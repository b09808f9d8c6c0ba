/** The thread's end: news that go together, and no more of them than the other side takes. */
import { MessageChannel } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import type { Calls, Hear, LogEvent } from '../../../../src/adapters/eventstoredb/calls.ts';
import type { Order, Report } from '../../../../src/adapters/eventstoredb/thread/messages.ts';
import { createReports, serveCalls } from '../../../../src/adapters/eventstoredb/thread/serve-calls.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { eventually } from '../../../support/eventually.ts';

const event = (n: number): LogEvent => ({
  id: `event ${n}`,
  type: 'Drawn',
  data: '{}',
  metadata: '{}',
  stream: 'pen-1',
  revision: n,
  seq: String(n),
});

/** A subscription that the test speaks for. */
const subscribed = async (t: ExecutionContext) => {
  const { port1: here, port2: there } = new MessageChannel();
  t.teardown(() => here.close());
  const following = Promise.withResolvers<{ readonly hear: Hear; readonly signal: AbortSignal }>();
  const calls: Pick<Calls, 'subscribe'> = {
    subscribe: async (_from, hear, signal) => {
      following.resolve({ hear, signal });
      await new Promise(() => undefined);
    },
  };
  const posts: (readonly Report[])[] = [];
  here.on('message', (reports: readonly Report[]) => posts.push(reports));
  serveCalls(there, calls as Calls, createReports(there)); // It is asked for nothing else.
  const order = (...orders: Order[]): void => here.postMessage(orders);
  order({ kind: 'subscribe', id: 1, from: 'start' });
  return { ...(await following.promise), order, posts };
};

test('what is said at once goes as one, in order', async (t) => {
  const { hear, posts } = await subscribed(t);
  t.is(hear({ confirmed: true, events: [] }), undefined);
  for (let n = 0; n < 3; n += 1) t.is(hear({ confirmed: false, events: [event(n)] }), undefined);
  await eventually('it has come', () => posts.length === 2);
  t.deepEqual(posts, [
    [{ kind: 'ready' }],
    [{ kind: 'news', id: 1, confirmed: true, events: [event(0), event(1), event(2)] }],
  ]);
  t.is(hear({ confirmed: false, events: [event(3)] }), undefined);
  await eventually('the next has come', () => posts.length === 3);
  t.deepEqual(posts[2], [{ kind: 'news', id: 1, confirmed: false, events: [event(3)] }]);
});

test('the server waits while as many events are on their way as a tail holds', async (t) => {
  const { hear, order } = await subscribed(t);
  let n = 0;
  const say = (): Promise<void> | undefined => {
    n += 1;
    return hear({ confirmed: false, events: [event(n)] });
  };
  let wait: Promise<void> | undefined;
  while (wait === undefined && n < 2 * limits.feedTailEventsMax) wait = say();
  t.is(n, limits.feedTailEventsMax);
  let waits = true;
  wait?.then(
    () => (waits = false),
    () => undefined,
  );
  order({ kind: 'heard', id: 2, events: 1 });
  order({ kind: 'heard', id: 1, events: 0 });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  t.true(waits, 'nothing of it was taken');
  order({ kind: 'heard', id: 1, events: 1 });
  await eventually('it goes on', () => !waits);
  t.not(say(), undefined, 'and waits again at once');
});

test('a subscription is cancelled by its id', async (t) => {
  const { signal, order } = await subscribed(t);
  order({ kind: 'cancel', id: 2 });
  await new Promise(setImmediate);
  t.false(signal.aborted);
  order({ kind: 'cancel', id: 1 });
  await eventually('it is told', () => signal.aborted);
  t.pass();
});
