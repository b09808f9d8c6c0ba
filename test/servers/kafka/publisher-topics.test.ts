/** A topic that is gone is not made by a publish: it would begin with later events, which hide the earlier ones. */
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { Kafka, logLevel } from 'kafkajs';
import { type KafkaConnection, openKafka } from '../../../src/adapters/kafka/open-kafka.ts';
import { topicSettings } from '../../../src/kernel/topics.ts';
import { createSystem } from '../../../src/main/system.ts';
import type { EventPublisher } from '../../../src/ports/event-publisher.ts';
import { deleteTopics, untilTopicsAreLed } from '../../support/messaging/kafka-topics.ts';
import { eventually, untilItSucceeds } from '../../support/kernel/eventually.ts';
import { requireServer } from '../../support/servers/require.ts';

const TOPIC = 'pi.ledger.v1';
const PATIENCE_MS = 30_000;

const eventOf = (revision: number) => ({
  stream: 'ledger-ws_1',
  revision,
  position: `000${revision}`,
  id: `e${revision}`,
  type: 'Happened',
  data: '{}',
  metadata: JSON.stringify({ at: '2026-11-21T10:00:00.000Z', correlationId: 'c1', v: 1 }),
});

const recordsIn = async (publisher: EventPublisher): Promise<number> =>
  (await publisher.endOffsets()).reduce(
    (sum, { topic, endOffset }) => sum + (topic === TOPIC ? Number(endOffset) : 0),
    0,
  );

const succeeds = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const brokers = requireServer(test, 'kafka')?.split(',');
if (brokers !== undefined) {
  const system = createSystem({ logLevel: 'silent' });
  const openPublisher = (t: ExecutionContext, topicPrefix: string): KafkaConnection => {
    const topics = topicSettings(['ledger']);
    const kafka = openKafka({ ...system, brokers, topics, topicPrefix, clientId: 'publisher' });
    t.teardown(async () => kafka.close());
    return kafka;
  };

  test('a publish to a topic that is gone fails; a look at the ends makes it, empty', async (t) => {
    const topicPrefix = `gone-${randomUUID()}.`;
    const kafka = openPublisher(t, topicPrefix);
    const { publisher } = kafka;
    await untilTopicsAreLed(kafka, PATIENCE_MS);
    await untilItSucceeds('it is published', async () => publisher.publish([eventOf(0)]), PATIENCE_MS);
    t.true((await recordsIn(publisher)) >= 1);

    await deleteTopics(brokers, `${topicPrefix}${TOPIC}`);
    await eventually('no broker leads it', async () => !(await succeeds(publisher.publish([eventOf(1)]))), PATIENCE_MS);
    for (let tries = 0; tries < 3; tries += 1) {
      await t.throwsAsync(publisher.publish([eventOf(1)]), { code: 'unavailable' });
    }
    // A broker takes a while to lead a new topic.
    await eventually('it is there, and empty', async () => (await recordsIn(publisher)) === 0, PATIENCE_MS);
    await untilItSucceeds('it is published', async () => publisher.publish([eventOf(1)]), PATIENCE_MS);
    const end = await recordsIn(publisher);
    const places = (await publisher.publish([eventOf(2), eventOf(3)])).filter(({ topic }) => topic === TOPIC);
    t.like(places, [{ firstOffset: String(end), endOffset: String(end + 2) }], 'it is told where they stand');
  });
  test('a topic with too few partitions is named with the remedy, and taken once it has all', async (t) => {
    const topicPrefix = `few-${randomUUID()}.`;
    const topic = `${topicPrefix}${TOPIC}`;
    const admin = new Kafka({ clientId: 'operator', brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    t.teardown(async () => admin.disconnect());
    await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] });
    const kafka = openPublisher(t, topicPrefix);
    const asked = async (): Promise<string> =>
      kafka.publisher.endOffsets().then(
        (ends) => `${ends.filter((one) => one.topic === TOPIC).length} partitions`,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    const remedy = `the topic ${topic} has 1 of 16 partitions: add the others to it`;
    await eventually('its lack is told', async () => (await asked()) === remedy, PATIENCE_MS);
    t.is(await asked(), remedy);
    await admin.createPartitions({ topicPartitions: [{ topic, count: 16 }] });
    await eventually('it has all', async () => (await asked()) === '16 partitions', PATIENCE_MS);
    t.is(await asked(), '16 partitions');
  });
}
