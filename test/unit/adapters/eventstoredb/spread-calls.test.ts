/** Which calls are made here, and which go to the thread. */
import test from 'ava';
import type { Calls, Page, ReadRequest } from '../../../../src/adapters/eventstoredb/calls.ts';
import { spreadCalls } from '../../../../src/adapters/eventstoredb/thread/spread-calls.ts';
import { Fault } from '../../../../src/kernel/faults.ts';

const request: ReadRequest = { of: 'all', from: 'start', direction: 'forwards', count: 1 };
const page: Page = { events: [], cut: false };

/** Calls that are over when the test says so. */
const createOpenCalls = () => {
  const reads: PromiseWithResolvers<Page>[] = [];
  const closedWith: Fault[] = [];
  let appends = 0;
  let subscriptions = 0;
  const calls: Calls = {
    append: async (_, started) => {
      appends += 1;
      started();
      return { kind: 'conflict', actual: 'none' };
    },
    read: async () => {
      const read = Promise.withResolvers<Page>();
      reads.push(read);
      return read.promise;
    },
    subscribe: async () => void (subscriptions += 1),
    close: async (fault) => void closedWith.push(fault),
  };
  return { calls, reads, closedWith, counts: () => [reads.length, appends, subscriptions] };
};

test('one that is alone is made here, and one that comes beside it on the thread', async (t) => {
  const [here, thread] = [createOpenCalls(), createOpenCalls()];
  const calls = spreadCalls(here.calls, thread.calls);
  const [first, second] = [calls.read(request), calls.read(request)];
  let started = 0;
  await calls.append({ stream: 'pen-1', expected: 'none', events: [] }, () => (started += 1));
  t.deepEqual([here.counts(), thread.counts(), started], [[1, 0, 0], [1, 1, 0], 1]);
  here.reads[0]?.reject(new Error('gone'));
  await t.throwsAsync(first, { message: 'gone' });
  const third = calls.read(request);
  t.is(thread.reads.length, 2, 'the second is still under way');
  for (const { resolve } of thread.reads) resolve(page);
  t.deepEqual(await Promise.all([second, third]), [page, page]);
  await calls.append({ stream: 'pen-1', expected: 'none', events: [] }, () => (started += 1));
  t.deepEqual([here.counts(), thread.counts(), started], [[1, 1, 0], [2, 1, 0], 2]);
});

test('the subscription is on the thread, and counts as no call; both are closed', async (t) => {
  const [here, thread] = [createOpenCalls(), createOpenCalls()];
  const calls = spreadCalls(here.calls, thread.calls);
  await calls.subscribe('start', () => undefined, new AbortController().signal);
  const read = calls.read(request);
  t.deepEqual(
    [here.counts(), thread.counts()],
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
  );
  here.reads[0]?.resolve(page);
  await read;
  const fault = new Fault('unavailable', 'closed');
  await calls.close(fault);
  t.deepEqual([here.closedWith, thread.closedWith], [[fault], [fault]]);
});
