/**
 * The log, the topics and the objects: each is down at the start, goes away under work, or is away when the service is
 * told to stop. The parts that need no missing server work, and the service is back by itself.
 */
import test from 'ava';
import type { Client } from '../support/http/http-client.ts';
import { finished, heldMakers, open, untilMissing, untilReady } from '../support/service/outage.ts';
import { startProcess } from '../support/process/service-process.ts';
import { clusterOfFile } from '../support/servers/cluster-of-file.ts';
import { givenDouble, givenServers } from '../support/servers/environment.ts';
import { startKafka } from '../support/servers/kafka.ts';
import { killing, requirePrograms, requireServer } from '../support/servers/require.ts';
import { startS3 } from '../support/servers/s3.ts';
import {
  expecting,
  generate,
  givenPlanned,
  jobIdIn,
  type JobPoll,
  type Planned,
} from '../support/service/storyboard-calls.ts';
import { tempFolder } from '../support/process/temp-folder.ts';

const kafkaUrl = requireServer(test, 'kafka');
const mongoUrl = requireServer(test, 'mongodb');

if (requirePrograms(test, 'kafka', 's3') !== undefined && kafkaUrl !== undefined && mongoUrl !== undefined) {
  const shared = { kafka: kafkaUrl, mongodb: mongoUrl };
  const ownKafka = clusterOfFile(test, startKafka);

  const statusOf = async (client: Client, { film }: Planned, jobId: string): Promise<string> =>
    ((await client.get(`${film}/jobs/${jobId}`)).body as unknown as JobPoll).job.status;

  /** Of a job, once it is completed. */
  const chargedFor = async (client: Client, planned: Planned, jobId: string): Promise<number> => {
    await finished(client, planned, jobId);
    const { job } = (await client.get(`${planned.film}/jobs/${jobId}`)).body as unknown as JobPoll;
    return job.chargedCredits;
  };

  killing(
    test,
    'EventStoreDB is down at the start: the service starts, refuses what appends, and is back',
    async (t) => {
      const { env, double } = await givenDouble(t, shared);
      await double.kill();
      const [, client] = await open(t, env);
      await untilMissing(client, 'eventstoredb');
      const refused = expecting(503, await client.post('projects', { name: 'too early' }));
      t.is(refused.body['retryable'], true);
      await double.start();
      await untilReady(client);
      const planned = await givenPlanned(client, ['a bridge in the rain']);
      await finished(client, planned, jobIdIn(await generate(client, planned)));
    },
  );

  test.serial('Kafka goes away under work: a process with all roles goes on, and nothing is paid twice', async (t) => {
    const kafka = await ownKafka();
    const { env } = await givenServers(t, { ...shared, kafka: kafka.url });
    const { makers, asked, release } = heldMakers();
    const [, client] = await open(t, env, makers);
    await untilReady(client);
    const before = await givenPlanned(client, ['a ferry at noon', 'the same ferry at night']);
    const begun = jobIdIn(await generate(client, before));
    await asked;
    await kafka.signal(1, 'KILL');
    await untilMissing(client, 'kafka');
    release();
    const planned = await givenPlanned(client, ['an empty quay']);
    const jobId = jobIdIn(await generate(client, planned));
    // It reacts to its own events. Those of other processes come with their messages.
    t.is(await chargedFor(client, planned, jobId), 1);
    await kafka.up(1);
    await untilReady(client);
    t.is(await chargedFor(client, before, begun), 2, 'a credit for each frame');
    t.is(await chargedFor(client, planned, jobId), 1, 'its messages change nothing');
  });

  test.serial('the object store goes away under work: no frame is lost or paid twice for it', async (t) => {
    const s3 = await startS3(t);
    const { env } = await givenServers(t, { ...shared, s3: s3.url });
    const { makers, asked, release } = heldMakers();
    const [, client] = await open(t, env, makers);
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
    t.not(await statusOf(client, planned, jobId), 'completed');
    await s3.up();
    await untilReady(client);
    t.is(await chargedFor(client, planned, jobId), 6, 'a credit for each frame');
    await finished(client, next, jobIdIn(await generate(client, next)));
  });

  test.serial('Kafka is away when the service is told to stop: it stops', async (t) => {
    const kafka = await ownKafka();
    const { env } = await givenServers(t, { ...shared, kafka: kafka.url });
    const service = await startProcess(t, { dataDir: tempFolder(t), env });
    await kafka.signal(1, 'KILL');
    t.is(await service.stop(), 0, 'by itself, before it is ended');
  });

  killing(test, 'EventStoreDB is away when the service is told to stop: it stops', async (t) => {
    const { env, double } = await givenDouble(t, shared);
    const service = await startProcess(t, { dataDir: tempFolder(t), env });
    await double.kill();
    t.is(await service.stop(), 0, 'by itself, before it is ended');
  });
}
