/** Answers to the relay have the names of topics that it knows. */
import test from 'ava';
import { createPublisher, type PublisherDeps } from '../../../../src/adapters/kafka/publisher.ts';
import { topicSettings } from '../../../../src/kernel/topics.ts';

const JOBS = 'pi.job.v1';
const PREFIX = 'test.';

test('the offsets of events are told by the same names as the ends of topics', async (t) => {
  const written: string[] = [];
  const writer: PublisherDeps['writer'] = {
    write: async (records) => {
      written.push(...records.map(({ topic }) => topic));
      return records.map(({ topic, partition }) => ({ topic, partition, firstOffset: '7', endOffset: '8' }));
    },
    close: async () => undefined,
  };
  const reader = {
    ends: async (topics: readonly { topic: string }[]) =>
      topics.map(({ topic }) => ({ topic, partition: 0, endOffset: '8' })),
  } as unknown as PublisherDeps['reader'];
  const deps = { writer, reader, topics: topicSettings(['job']), prefix: PREFIX };
  const publisher = createPublisher(deps);
  const metadata = JSON.stringify({ at: '2026-11-21T10:00:00.000Z', correlationId: 'c1', v: 1 });
  const event = { stream: 'job-1', revision: 0, position: '1', id: 'e1', type: 'Happened', data: '{}', metadata };
  const [place] = await publisher.publish([event]);
  t.like(place, { topic: JOBS, firstOffset: '7', endOffset: '8' });
  t.deepEqual(written, [`${PREFIX}${JOBS}`]);
  t.true((await publisher.endOffsets()).some(({ topic }) => topic === JOBS));
});
