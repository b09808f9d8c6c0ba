/** The relay into a real Kafka: what is recorded there, what an analyst makes of it, and a topic that is lost. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { eventTypes } from '../../../events/registry.ts';
import { createBalances } from '../../../infra/analytics/balances.ts';
import { rebuildBalances } from '../../../infra/analytics/rebuild-balances.ts';
import { openKafka } from '../../../src/adapters/kafka/open-kafka.ts';
import { type Relay, type RelayDeps, runRelay } from '../../../src/application/relay/run-relay.ts';
import { asyncApiDocument } from '../../../src/http/asyncapi/document.ts';
import { topicSettings } from '../../../src/kernel/topics.ts';
import { createSystem } from '../../../src/main/system.ts';
import { eventually } from '../../support/kernel/eventually.ts';
import { liveIn } from '../../support/audit/lived-folder.ts';
import { allEvents } from '../../support/log/memory-log.ts';
import { checkTraffic, recordsOf } from '../../support/messaging/recorded-traffic.ts';
import { requireServer } from '../../support/servers/require.ts';
import { tempFolder } from '../../support/process/temp-folder.ts';
import { deleteTopics, untilTopicsAreLed } from '../../support/messaging/kafka-topics.ts';
import { recordTopics } from '../../support/messaging/record-topics.ts';

const PATIENCE_MS = 60_000;

const brokers = requireServer(test, 'kafka')?.split(',');
if (brokers !== undefined) {
  const document = asyncApiDocument();
  const topics = topicSettings(eventTypes.map(({ category }) => category));
  const names = topics.map(({ topic }) => topic);
  const system = createSystem({ logLevel: 'silent' });

  const caughtUp = async (relay: Relay, feed: RelayDeps['feed']): Promise<void> =>
    eventually('the relay has caught up', async () => relay.position() === (await feed.head()), PATIENCE_MS);

  test('recorded traffic is what the document says, and an analyst finds all balances in it', async (t) => {
    const topicPrefix = `relay-${randomUUID()}.`;
    const lived = await liveIn(tempFolder(t));
    t.teardown(async () => lived.stop());
    const { feed } = lived.core.stores;
    const kafkas = [1, 2].map((n) => openKafka({ ...system, brokers, topics, topicPrefix, clientId: `relay-${n}` }));
    // All topics are many partitions for a broker that others are using too.
    for (const kafka of kafkas.slice(0, 1)) await untilTopicsAreLed(kafka, PATIENCE_MS);
    const relays = kafkas.map(({ publisher }) => runRelay({ ...system, feed, publisher }));
    t.teardown(async () => {
      await Promise.all(relays.map(async (relay) => relay.close()));
      await Promise.all(kafkas.map(async (kafka) => kafka.close()));
    });
    await lived.live();
    await lived.settle();
    for (const relay of relays) await caughtUp(relay, feed);

    const events = await allEvents(lived.core.stores);
    const expected = recordsOf(events);
    const recorded = await recordTopics(brokers, names, topicPrefix);
    t.deepEqual(checkTraffic(document, recorded), []);
    t.true(recorded.length > expected.length, 'two relays publish twice');
    const placesOf = (records: typeof recorded): readonly string[] =>
      [...new Set(records.map(({ topic, headers }) => `${topic} ${headers['ce_sequence']}`))].toSorted();
    t.deepEqual(placesOf(recorded), placesOf(expected));

    const own = createBalances();
    for (const record of expected.filter(({ topic }) => topic === 'pi.ledger.v1')) own.take(record);
    const rebuilt = await rebuildBalances(brokers, `${topicPrefix}pi.ledger.v1`);
    t.deepEqual(rebuilt.all(), own.all());
    t.true(rebuilt.dropped > 0);

    // The topic of the ledger is lost while nothing happens; readers find all of it again.
    await deleteTopics(brokers, `${topicPrefix}pi.ledger.v1`);
    await eventually(
      'the ledger is there again',
      async () => {
        const found = await rebuildBalances(brokers, `${topicPrefix}pi.ledger.v1`);
        return JSON.stringify(found.all()) === JSON.stringify(own.all());
      },
      PATIENCE_MS,
    );
    for (const relay of relays) await caughtUp(relay, feed);
    t.deepEqual(checkTraffic(document, await recordTopics(brokers, names, topicPrefix)), []);
  });
}
