/**
 * How long one frame takes, from the 202 of generate until a poll shows it accepted. Log, read models and messages are
 * on servers, all roles in one process, and the engine answers at once.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { type Connection, openConnection, requestBytes } from '../support/http-load.ts';
import { type Benchmark, median, quantile } from '../support/measure.ts';
import { withScratch } from '../support/scratch.ts';
import { startInstantService } from '../support/server.ts';
import { ownPrefix, withEventStore, withServers } from '../support/servers.ts';
import { inStudio, type PlannedJob } from '../support/studio.ts';

const WHAT = 'one frame, from the 202 of generate to accepted in a poll, on EventStoreDB, MongoDB and Kafka, median';
const POLL_EVERY_MS = 2;
/** Frames until consumers have their partitions and code is compiled. */
const WARM_UP = 5;

export const serversLatency: Benchmark = {
  name: 'servers-latency',
  run: async ({ quick, tell }) =>
    withServers(WHAT, ['mongodb', 'kafka'], async ({ mongodb, kafka }) =>
      withScratch(async (folder) =>
        withEventStore(folder, async ({ url, caveat }) => {
          const name = `bench-${randomUUID().slice(0, 8)}`;
          const log = { EVENTSTOREDB_URL: url, EVENTSTOREDB_PREFIX: ownPrefix() };
          const env = {
            ...log,
            MONGODB_URL: mongodb,
            MONGODB_DATABASE: name,
            KAFKA_BROKERS: kafka,
            KAFKA_PREFIX: `${name}.`,
          };
          const dataDir = join(folder, 'data');
          tell('planning');
          const { token, jobs } = await planJobs(dataDir, env, WARM_UP + (quick ? 10 : 60));
          const service = await startInstantService(dataDir, { ...env, LOG_LEVEL: 'error' });
          const taken: number[] = [];
          try {
            const connection = await openConnection(service.origin);
            for (const job of jobs) taken.push(await frameMs(connection, token, job));
            connection.close();
          } finally {
            await service.stop();
          }
          const client = new MongoClient(mongodb);
          await client.db(name).dropDatabase();
          await client.close();
          const counted = taken.slice(WARM_UP);
          const figures = { 'median ms': median(counted), 'p90 ms': quantile(counted, 0.9), frames: counted.length };
          return [{ what: WHAT, bound: { atMost: 150 }, value: median(counted), unit: 'ms', figures, ...caveat }];
        }),
      ),
    ),
};

type Planned = Pick<PlannedJob, 'projectId' | 'input'>;

/** In a process that is no consumer of anything: what is planned needs no messages. */
const planJobs = async (dataDir: string, env: Readonly<Record<string, string>>, count: number) =>
  inStudio(
    dataDir,
    async (studio) => {
      const { token, caller } = await studio.person('alice');
      const jobs: Planned[] = [];
      while (jobs.length < count) jobs.push(await studio.planJob(caller, 1));
      return { token, jobs };
    },
    { env: { ...env, ROLES: 'api,projector' } },
  );

const frameMs = async (connection: Connection, token: string, { projectId, input }: Planned): Promise<number> => {
  const at = `/api/v1/projects/${projectId}/film-intelligence`;
  const answer = await connection.ask(requestBytes('POST', `${at}/storyboard-images/generate`, token, input));
  if (answer.status !== 202) throw new Error(`generate was answered ${answer.status}: ${answer.body.toString()}`);
  const start = performance.now();
  const { job } = JSON.parse(answer.body.toString()) as { job: { id: string } };
  const poll = requestBytes('GET', `${at}/jobs/${job.id}`, token);
  for (;;) {
    const { body } = await connection.ask(poll);
    if (isAccepted(body.toString())) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
};

const isAccepted = (body: string): boolean => {
  const { requirements } = JSON.parse(body) as { requirements: readonly { status: string }[] };
  return requirements.every(({ status }) => status === 'accepted');
};
