/**
 * Kafka is gone, and a new, empty one is at its address: topics, groups and the relay's mark are lost. All is published
 * again from the log, and duplicates have no effect.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { eventually } from '../support/kernel/eventually.ts';
import { allEvents } from '../support/log/memory-log.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { givenService } from '../support/service/real-service.ts';
import { recordsOf } from '../support/messaging/recorded-traffic.ts';
import { recordTopics } from '../support/messaging/record-topics.ts';
import {
  balancesPublished,
  balancesShown,
  ledgerEntries,
  promisesAtRest,
  untilAtRest,
} from '../support/servers/at-rest.ts';
import { givenServers } from '../support/servers/environment.ts';
import { startKafka } from '../support/servers/kafka.ts';
import { requirePrograms, requireServer } from '../support/servers/require.ts';
import { finalJob, generate, givenPlanned, jobIdIn } from '../support/service/storyboard-calls.ts';
import { wholeLog } from '../support/log/whole-log.ts';

const PATIENCE_MS = 90_000;

const mongodb = requireServer(test, 'mongodb');

if (requirePrograms(test, 'kafka') !== undefined && mongodb !== undefined) {
  test('a new, empty Kafka at the same address: all is published again, and nothing is done twice', async (t) => {
    t.timeout(240_000);
    const kafka = await startKafka(t);
    const { env } = await givenServers(t, { kafka: kafka.url, mongodb });
    const gate = Promise.withResolvers<void>();
    t.teardown(() => gate.resolve());
    const calls: EngineCall[] = [];
    const onCall = async (call: EngineCall): Promise<void> => {
      calls.push(call);
      if (call.prompt.includes('slow')) await gate.promise;
    };
    const engine = quickEngine({ deadlineMs: 120_000, onCall });
    const { client: clientOf, core } = await givenService(t, { env, makers: quickMakers(engine) });
    const since = { position: await core.stores.feed.head() };
    const client = await clientOf(`alice-${randomUUID()}`);
    const done = await givenPlanned(client, ['a quay', 'a boat']);
    const first = jobIdIn(await generate(client, done));
    await finalJob(client, done, first);
    const slow = await givenPlanned(client, ['a slow tide']);
    const second = jobIdIn(await generate(client, slow));
    await eventually('a call is under way', () => calls.length === 3, PATIENCE_MS);
    // The work does not wait for Kafka: a topic can only lose records that the relay has published.
    await balancesPublished(core, ledgerEntries(await wholeLog(core)), PATIENCE_MS);

    await kafka.stop();
    const late = await givenPlanned(client, ['a gull']);
    const third = jobIdIn(await generate(client, late));
    const empty = await startKafka(t, { port: kafka.port });
    t.is(empty.url, kafka.url);
    gate.resolve();
    for (const [planned, jobId] of [
      [slow, second],
      [late, third],
    ] as const) {
      t.is((await finalJob(client, planned, jobId)).job.status, 'completed');
    }
    await untilAtRest(core, since, PATIENCE_MS);

    const { broken } = await promisesAtRest(core, since, { calls, told: [first, second, third] });
    t.deepEqual(broken, []);
    t.is(calls.length, 4, 'what came again was not made again');
    const entries = ledgerEntries(await wholeLog(core));
    t.deepEqual(await balancesPublished(core, entries, PATIENCE_MS), await balancesShown(core));
    const placesOf = (records: ReturnType<typeof recordsOf>): readonly string[] =>
      [...new Set(records.map(({ topic, headers }) => `${topic} ${headers['ce_sequence']}`))].toSorted();
    const expected = placesOf(recordsOf(await allEvents(core.stores)));
    const topics = [...new Set(expected.map((place) => place.split(' ')[0] ?? ''))];
    await eventually(
      'every event is in its topics',
      async () => {
        const found = placesOf(await recordTopics([empty.url], topics, env['KAFKA_PREFIX'] ?? ''));
        return JSON.stringify(found) === JSON.stringify(expected);
      },
      PATIENCE_MS,
    );
    t.pass();
  });
}
