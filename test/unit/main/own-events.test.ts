/** Others may write to the same EventStoreDB: what they write is neither read nor checked. */
import test from 'ava';
import { START } from '../../../src/kernel/position.ts';
import { ownEvents } from '../../../src/main/own-events.ts';
import { newEvents } from '../../contract/samples.ts';
import { createMemoryLog } from '../../support/log/memory-log.ts';

test('streams of other categories are passed by, and what was asked for alone stays alone', async (t) => {
  const log = createMemoryLog();
  t.teardown(async () => log.close());
  for (const stream of ['invoice-1', 'job-1', 'ledger-1', 'jobs-1'])
    await log.store.append(stream, 'none', newEvents(1));
  const streamsOf = async (feed: typeof log.feed, categories?: readonly string[]): Promise<readonly string[]> => {
    const streams: string[] = [];
    for await (const { events } of feed.read(START, categories === undefined ? {} : { categories })) {
      streams.push(...events.map(({ stream }) => stream));
    }
    return streams;
  };
  t.deepEqual(await streamsOf(ownEvents(log.feed)), ['job-1', 'ledger-1']);
  t.deepEqual(await streamsOf(ownEvents(log.feed), ['ledger']), ['ledger-1']);
  t.deepEqual(await streamsOf(log.feed), ['invoice-1', 'job-1', 'ledger-1', 'jobs-1'], 'without it all are read');

  const stopping = new AbortController();
  for await (const { events } of ownEvents(log.feed).subscribe(START, { signal: stopping.signal })) {
    t.deepEqual(
      events.map(({ stream }) => stream),
      ['job-1', 'ledger-1'],
    );
    stopping.abort();
  }
});
