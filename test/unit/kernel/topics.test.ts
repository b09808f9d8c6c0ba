/** Topics as data: every topic that an event may go to is made, and stays as long as it is needed. */
import test from 'ava';
import { eventTypes } from '../../../events/registry.ts';
import { DEAD_LETTER_TOPIC, DISPATCH_TOPIC, topicSettings, topicsOf } from '../../../src/kernel/topics.ts';

const settings = topicSettings(eventTypes.map(({ category }) => category));

test('every event goes to topics that are made, each once', (t) => {
  const topics = settings.map(({ topic }) => topic);
  t.is(new Set(topics).size, topics.length);
  const used = new Set(eventTypes.flatMap(({ category, type }) => topicsOf({ stream: `${category}-1`, type })));
  t.deepEqual([...used, DEAD_LETTER_TOPIC].toSorted(), topics.toSorted());
});

test('the topics of analysts are never deleted, nor compacted', (t) => {
  for (const { topic, retentionMs, cleanupPolicy, partitions } of settings) {
    if (topic !== DISPATCH_TOPIC) t.is(retentionMs, -1, topic);
    t.is(cleanupPolicy, 'delete');
    t.true(partitions >= 1);
  }
});
