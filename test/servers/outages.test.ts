/**
 * A server is down at the start, goes away under work, comes back empty, or is away at a stop. The parts that need no
 * missing server go on. All others say so and spend nothing. Readiness names the server, and the service is back by
 * itself. All tests are on one installation, one after the other.
 */
import test from 'ava';
import { limits } from '../../src/kernel/limits.ts';
import { type EngineCall, quickEngine, quickMakers } from '../support/engines/quick-makers.ts';
import { eventually } from '../support/kernel/eventually.ts';
import { allEvents } from '../support/log/memory-log.ts';
import { sinceNow, untilNothingIsOwed, wholeLog } from '../support/log/whole-log.ts';
import { recordTopics } from '../support/messaging/record-topics.ts';
import { recordsOf } from '../support/messaging/recorded-traffic.ts';
import { startProcess } from '../support/process/service-process.ts';
import { balancesPublished, balancesShown, ledgerEntries, untilAtRest } from '../support/servers/at-rest.ts';
import { oneOfFile } from '../support/process/of-file.ts';
import { ownInstallation } from '../support/servers/own-installation.ts';
import { killing, requirePrograms } from '../support/servers/require.ts';
import { finished, heldMakers, missing, PATIENCE_MS, untilMissing, untilReady } from '../support/service/outage.ts';
import { promisesAtRest } from '../support/service/promises-at-rest.ts';
import { givenClient } from '../support/service/real-service.ts';
import {
  expecting,
  finalJob,
  generate,
  givenGenerated,
  givenPlanned,
  givenStarted,
  jobIdIn,
  pollJob,
} from '../support/service/storyboard-calls.ts';

if (requirePrograms(test, 'kafka', 'mongodb', 's3') !== undefined) {
  const installation = oneOfFile(test, ownInstallation);

  test.serial('Kafka is down at the start: generate answers 202, and no work is lost', async (t) => {
    const { on, kafka } = await installation();
    const { client } = await givenClient(t, on);
    await untilMissing(client, 'kafka');
    const { planned, jobId } = await givenStarted(client, ['a lighthouse at dusk']);
    await kafka.up(1);
    await untilReady(client);
    t.like(await finished(client, planned, jobId), { chargedCredits: 1 });
  });

  test.serial(
    'MongoDB goes away: writes work, what is read by id is folded, lists say that they are behind',
    async (t) => {
      const { on, mongo } = await installation();
      const { client } = await givenClient(t, on);
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
    const { on, mongo } = await installation();
    await mongo.signal(1, 'KILL');
    const { client } = await givenClient(t, on);
    await untilMissing(client, 'mongodb');
    const { planned, jobId } = await givenStarted(client, ['a mill by the river']);
    expecting(200, await client.get(`${planned.film}/jobs/${jobId}`));
    expecting(503, await client.get('projects'));
    await mongo.up(1);
    await untilReady(client);
    await finished(client, planned, jobId);
    await eventually('lists are there', async () => (await client.get('projects')).status === 200, PATIENCE_MS);
    t.deepEqual(await missing(client), []);
  });

  killing(test, 'EventStoreDB goes away: what appends answers 503 and spends nothing, reads go on', async (t) => {
    const { on, double } = await installation();
    const { core, client } = await givenClient(t, on);
    await untilReady(client);
    const { planned, jobId } = await givenStarted(client, ['a chapel on a hill']);
    await finished(client, planned, jobId);
    const next = await givenPlanned(client, ['a well in the yard']);
    // Events that a read model has not folded by now cannot be read while the log is away.
    await untilNothingIsOwed(core, PATIENCE_MS);
    t.true(await core.readModels.waitFor(await core.stores.feed.head(), PATIENCE_MS));
    await double().kill();
    await untilMissing(client, 'eventstoredb');
    expecting(503, await generate(client, next));
    const read = expecting(200, await client.get(`${planned.film}/jobs/${jobId}`));
    t.truthy(read.headers['x-log-position']);
    await double().start();
    await untilReady(client);
    await finished(client, next, jobIdIn(await generate(client, next)));
  });

  killing(
    test,
    'EventStoreDB is down at the start: the service starts, refuses what appends, and is back',
    async (t) => {
      const { on, double } = await installation();
      await double().kill();
      const { client } = await givenClient(t, on);
      await untilMissing(client, 'eventstoredb');
      const refused = expecting(503, await client.post('projects', { name: 'too early' }));
      t.is(refused.body['retryable'], true);
      await double().start();
      await untilReady(client);
      const planned = await givenPlanned(client, ['a bridge in the rain']);
      await finished(client, planned, jobIdIn(await generate(client, planned)));
    },
  );

  test.serial('the object store goes away under work: no frame is lost or paid twice for it', async (t) => {
    const { on, s3 } = await installation();
    const { makers, asked, release } = heldMakers();
    const { client } = await givenClient(t, { ...on, makers });
    await untilReady(client);
    const planned = await givenPlanned(client, ['a barn', 'a field', 'a fence', 'a road', 'a well', 'a mill']);
    const next = await givenPlanned(client, ['a tower']);
    const jobId = jobIdIn(await generate(client, planned));
    await asked;
    await s3.signal('KILL');
    await untilMissing(client, 's3');
    release();
    const storyboard = { frames: [{ prompt: 'a bell' }], continuityMode: 'independent' };
    const refused = expecting(503, await client.post('projects', { name: 'Film', storyboard }));
    t.is(refused.body['retryable'], true);
    t.not((await pollJob(client, planned, jobId)).job.status, 'completed');
    await s3.up();
    await untilReady(client);
    t.is((await finished(client, planned, jobId)).chargedCredits, 6, 'a credit for each frame');
    await finished(client, next, jobIdIn(await generate(client, next)));
  });

  test.serial('Kafka goes away under work: a process with all roles goes on, and nothing is paid twice', async (t) => {
    const { on, kafka } = await installation();
    const { makers, asked, release } = heldMakers();
    const { client } = await givenClient(t, { ...on, makers });
    await untilReady(client);
    const { planned: before, jobId: begun } = await givenStarted(client, [
      'a ferry at noon',
      'the same ferry at night',
    ]);
    await asked;
    await kafka.signal(1, 'KILL');
    await untilMissing(client, 'kafka');
    release();
    const { planned, jobId } = await givenStarted(client, ['an empty quay']);
    // It reacts to its own events. Those of other processes come with their messages.
    t.is((await finished(client, planned, jobId)).chargedCredits, 1);
    await kafka.up(1);
    await untilReady(client);
    t.is((await finished(client, before, begun)).chargedCredits, 2, 'a credit for each frame');
    t.is((await finished(client, planned, jobId)).chargedCredits, 1, 'its messages change nothing');
  });

  // Topics, groups and the relay's mark are lost. All is published again from the log, and duplicates have no effect.
  test.serial(
    'a new, empty Kafka at the same address: all is published again, and nothing is done twice',
    async (t) => {
      t.timeout(240_000);
      const { on, kafka } = await installation();
      const gate = Promise.withResolvers<void>();
      t.teardown(() => gate.resolve());
      const calls: EngineCall[] = [];
      const onCall = async (call: EngineCall): Promise<void> => {
        calls.push(call);
        if (call.prompt.includes('slow')) await gate.promise;
      };
      const engine = quickEngine({ deadlineMs: 120_000, onCall });
      const { core, clientOf } = await givenClient(t, { ...on, makers: quickMakers(engine) });
      const client = await clientOf('bob');
      await untilReady(client);
      const since = await sinceNow(core);
      const { jobId: first } = await givenGenerated(client, ['a quay', 'a boat']);
      const { planned: slow, jobId: second } = await givenStarted(client, ['a slow tide']);
      await eventually('a call is under way', () => calls.length === 3, PATIENCE_MS);
      // The work does not wait for Kafka: a topic can only lose records that the relay has published.
      await balancesPublished(core, ledgerEntries(await wholeLog(core)), PATIENCE_MS);

      await kafka.signal(1, 'KILL');
      kafka.empty(1);
      const { planned: late, jobId: third } = await givenStarted(client, ['a gull']);
      await kafka.up(1);
      gate.resolve();
      for (const [planned, jobId] of [
        [slow, second],
        [late, third],
      ] as const) {
        t.is((await finalJob(client, planned, jobId)).job.status, 'completed');
      }
      await untilAtRest(core, since, PATIENCE_MS);

      const { broken } = await promisesAtRest(core, { calls, told: [first, second, third], since });
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
          const found = placesOf(await recordTopics([kafka.url], topics, on.env['KAFKA_PREFIX'] ?? ''));
          return JSON.stringify(found) === JSON.stringify(expected);
        },
        PATIENCE_MS,
      );
    },
  );

  killing(test, 'EventStoreDB is away when the service is told to stop: it stops', async (t) => {
    const { on, double } = await installation();
    const service = await startProcess(t, on);
    await double().kill();
    t.is(await service.stop(), 0, 'by itself, before it is ended');
    await double().start();
  });

  test.serial('Kafka is away when the service is told to stop: it stops', async (t) => {
    const { on, kafka } = await installation();
    const { client, stop } = await givenClient(t, on);
    await untilReady(client);
    await kafka.signal(1, 'KILL');
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await eventually('by itself, before its process is ended', () => stopped, limits.stopMaxMs);
    t.true(await stopping);
  });
}
