/** The thread's end: news that go together, and no more of them than the other side takes. */
import { MessageChannel } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import type { Calls, Hear, LogEvent } from '../../../../src/adapters/eventstoredb/calls.ts';
import type { Order, Report } from '../../../../src/adapters/eventstoredb/thread/messages.ts';
import { createReports, serveCalls } from '../../../../src/adapters/eventstoredb/thread/serve-calls.ts';
import { limits } from '../../../../src/kernel/limits.ts';
import { eventually } from '../../../support/eventually.ts';

const event = (n: number, data = '{}'): LogEvent => ({
  id: `event ${n}`,
  type: 'Drawn',
  data,
  metadata: '{}',
  stream: 'pen-1',
  revision: n,
  seq: String(n),
});

/** What an event counts as that is small. */
const LIGHT = limits.feedTailBytesMax / limits.feedTailEventsMax;

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
    [{ kind: 'news', id: 1, confirmed: true, events: [event(0), event(1), event(2)], weight: 3 * LIGHT }],
  ]);
  t.is(hear({ confirmed: false, events: [event(3)] }), undefined);
  await eventually('the next has come', () => posts.length === 3);
  t.deepEqual(posts[2], [{ kind: 'news', id: 1, confirmed: false, events: [event(3)], weight: LIGHT }]);
});

/** Says one event after another until it is asked to wait. */
const sayUntilItWaits = (hear: Hear, data?: string) => {
  let wait: Promise<void> | undefined;
  let said = 0;
  for (; wait === undefined && said < 2 * limits.feedTailEventsMax; said += 1) {
    wait = hear({ confirmed: false, events: [event(said, data)] });
  }
  let waits = wait !== undefined;
  wait?.then(
    () => (waits = false),
    () => undefined,
  );
  return { said, waits: () => waits };
};

test('the server waits while as many events are on their way as a tail holds', async (t) => {
  const { hear, order } = await subscribed(t);
  const { said, waits } = sayUntilItWaits(hear);
  t.is(said, limits.feedTailEventsMax);
  order({ kind: 'taken', id: 2, weight: LIGHT }, { kind: 'taken', id: 1, weight: 0 });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  t.true(waits(), 'nothing of it was taken');
  order({ kind: 'taken', id: 1, weight: LIGHT });
  await eventually('it goes on', () => !waits());
  t.is(sayUntilItWaits(hear).said, 1, 'and waits again at once');
});

test('and while they have as many characters', async (t) => {
  const { hear, order } = await subscribed(t);
  const data = 'x'.repeat(100_000);
  const { said, waits } = sayUntilItWaits(hear, data);
  t.is(said, Math.ceil(limits.feedTailBytesMax / (data.length + 2)));
  order({ kind: 'taken', id: 1, weight: data.length });
  await eventually('it goes on', () => !waits());
  t.pass();
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
