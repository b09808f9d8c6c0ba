/** A queue of requests without a request sets no timer; one whose request waits looks again. */
import test from 'ava';
import { letQueuesIdle, type RequestQueue, requestQueues } from '../../../../src/adapters/kafka/idle-queue.ts';

type Queue = RequestQueue & {
  maybeThrottle(ms: number): void;
  push(request: unknown): void;
  checkPendingRequests(): void;
  destroy(): void;
};

const newQueue = (): Queue => {
  const Queues = requestQueues as unknown as new (options: object) => Queue;
  return new Queues({
    maxInFlightRequests: 1,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'none',
    logger: { debug: () => undefined },
  });
};

test('a queue without requests sets no timer', (t) => {
  letQueuesIdle();
  const queue = newQueue();
  queue.checkPendingRequests();
  t.is(queue.throttleCheckTimeoutId, null);
});

test('a throttled request goes when its time has come', async (t) => {
  letQueuesIdle();
  letQueuesIdle();
  const queue = newQueue();
  queue.maybeThrottle(20);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const entry = { correlationId: 1, resolve: () => undefined, reject: () => undefined };
  queue.push({ entry, expectResponse: true, sendRequest: () => resolve(undefined) });
  t.is(queue.pending.length, 1);
  await promise;
  t.is(queue.pending.length, 0);
  queue.destroy();
});
