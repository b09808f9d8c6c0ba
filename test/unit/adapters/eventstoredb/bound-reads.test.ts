/** How often a read past its deadline is retried, and how long each retry waits. */
import { status } from '@grpc/grpc-js';
import test from 'ava';
import { boundReads } from '../../../../src/adapters/eventstoredb/bound-reads.ts';
import type { Page, ReadRequest } from '../../../../src/adapters/eventstoredb/server/calls.ts';
import { limits } from '../../../../src/kernel/limits.ts';

const PAGE: Page = { events: [], cut: false };

/** A server that answers a read that waits for so many deadlines; what each call waited for. */
const readFrom = async (needed: number, request: ReadRequest) => {
  const waits: number[] = [];
  const read = boundReads(async ({ patience = 1 }) => {
    waits.push(patience);
    if (patience < needed) throw Object.assign(new Error('too late'), { code: status.DEADLINE_EXCEEDED });
    return Promise.resolve(PAGE);
  });
  const answer = await read(request).catch((error: unknown) => String(error));
  return { waits, answer };
};

const ofAll = { of: 'all', from: 'start', direction: 'forwards', count: 501 } as const;
const ofStream = { of: 'stream', stream: 'job-1', from: 0, direction: 'forwards', count: 32 } as const;

test('a search of a log that holds much of others waits twice as long each time', async (t) => {
  t.deepEqual(await readFrom(1, ofAll), { waits: [1], answer: PAGE });
  t.deepEqual(await readFrom(16, ofAll), { waits: [1, 2, 4, 8, 16], answer: PAGE });
});

test('a search has a last retry', async (t) => {
  const { waits, answer } = await readFrom(Infinity, ofAll);
  t.is(waits.length, 1 + limits.eventStoreSearchRetriesMax);
  t.is(waits.at(-1), 64);
  t.is(answer, 'Error: too late');
});

test('a read of a stream is retried once, with the same deadline', async (t) => {
  const { waits, answer } = await readFrom(2, ofStream);
  t.deepEqual(waits, [1, 1]);
  t.is(answer, 'Error: too late');
});
