/**
 * A server that is down at the start, or goes away: what design section 8 says works, works; what does not says so and
 * spends nothing; readiness names the server; and the service is back by itself.
 */
import test from 'ava';
import { eventually } from '../support/kernel/eventually.ts';
import { finished, missing, open, PATIENCE_MS, untilMissing, untilReady } from '../support/service/outage.ts';
import { clusterOfFile } from '../support/servers/cluster-of-file.ts';
import { givenDouble, givenServers } from '../support/servers/environment.ts';
import { startKafka } from '../support/servers/kafka.ts';
import { startMongo } from '../support/servers/mongo.ts';
import { killing, requirePrograms, requireServer } from '../support/servers/require.ts';
import { expecting, generate, givenPlanned, jobIdIn } from '../support/service/storyboard-calls.ts';
import { untilNothingIsOwed } from '../support/log/whole-log.ts';

const kafkaUrl = requireServer(test, 'kafka');
const mongoUrl = requireServer(test, 'mongodb');

if (requirePrograms(test, 'kafka', 'mongodb') !== undefined && kafkaUrl !== undefined && mongoUrl !== undefined) {
  const ownMongo = clusterOfFile(test, startMongo);

  test.serial('Kafka is down at the start: generate answers 202, and no work is lost', async (t) => {
    const kafka = await startKafka(t);
    const { env } = await givenServers(t, { kafka: kafka.url, mongodb: mongoUrl });
    await kafka.signal(1, 'KILL');
    const [, client] = await open(t, env);
    await untilMissing(client, 'kafka');
    const planned = await givenPlanned(client, ['a lighthouse at dusk']);
    const jobId = jobIdIn(await generate(client, planned));
    await kafka.up(1);
    await untilReady(client);
    await finished(client, planned, jobId);
    const { body } = expecting(200, await client.get(`${planned.film}/jobs/${jobId}`));
    t.like(body['job'], { status: 'completed', chargedCredits: 1 });
  });

  test.serial(
    'MongoDB goes away: writes work, what is read by id is folded, lists say that they are behind',
    async (t) => {
      const mongo = await ownMongo();
      const { env } = await givenServers(t, { kafka: kafkaUrl, mongodb: mongo.url });
      const [, client] = await open(t, env);
      await untilReady(client);
      const planned = await givenPlanned(client, ['a harbor in the fog', 'a pier at night']);
      await mongo.signal(1, 'KILL');
      await untilMissing(client, 'mongodb');
      const jobId = jobIdIn(await generate(client, planned));
      expecting(200, await client.get(`${planned.film}/jobs/${jobId}`));
      expecting(200, await client.get(`${planned.film}/photo-sequences/${planned.planId}`));
      const list = expecting(503, await client.get('projects'));
      t.is(list.body['retryable'], true);
      await mongo.up(1);
      await untilReady(client);
      await finished(client, planned, jobId);
      await eventually('lists are back', async () => (await client.get('projects')).status === 200, PATIENCE_MS);
    },
  );

  test.serial('MongoDB is down at the start: the same, and its read models are opened when it is there', async (t) => {
    const mongo = await ownMongo();
    const { env } = await givenServers(t, { kafka: kafkaUrl, mongodb: mongo.url });
    await mongo.signal(1, 'KILL');
    const [, client] = await open(t, env);
    await untilMissing(client, 'mongodb');
    const planned = await givenPlanned(client, ['a mill by the river']);
    const jobId = jobIdIn(await generate(client, planned));
    expecting(200, await client.get(`${planned.film}/jobs/${jobId}`));
    expecting(503, await client.get('projects'));
    await mongo.up(1);
    await untilReady(client);
    await finished(client, planned, jobId);
    await eventually('lists are there', async () => (await client.get('projects')).status === 200, PATIENCE_MS);
    t.deepEqual(await missing(client), []);
  });

  killing(test, 'EventStoreDB goes away: what appends answers 503 and spends nothing, reads go on', async (t) => {
    const { env, double } = await givenDouble(t, { kafka: kafkaUrl, mongodb: mongoUrl });
    const [{ core }, client] = await open(t, env);
    await untilReady(client);
    const planned = await givenPlanned(client, ['a chapel on a hill']);
    const jobId = jobIdIn(await generate(client, planned));
    await finished(client, planned, jobId);
    const next = await givenPlanned(client, ['a well in the yard']);
    // Events that a read model has not folded by now cannot be read while the log is away.
    await untilNothingIsOwed(core, PATIENCE_MS);
    t.true(await core.readModels.waitFor(await core.stores.feed.head(), PATIENCE_MS));
    await double.kill();
    await untilMissing(client, 'eventstoredb');
    expecting(503, await generate(client, next));
    const read = expecting(200, await client.get(`${planned.film}/jobs/${jobId}`));
    t.truthy(read.headers['x-log-position']);
    await double.start();
    await untilReady(client);
    await finished(client, next, jobIdIn(await generate(client, next)));
  });
}
