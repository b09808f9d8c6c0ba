/** The checks of outages: the missing servers by readiness, and whether the requested work is done at last. */
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../kernel/eventually.ts';
import type { Client } from '../http/http-client.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { type JobPoll, type Planned, pollJob } from './storyboard-calls.ts';

/** Elections, rejoined groups and back-off included. */
export const PATIENCE_MS = 90_000;

const LOOK_EVERY_MS = 300;

type Health = { readonly servers: readonly { readonly name: string; readonly available: boolean }[] };

/** The servers that do not answer, by readiness. */
export const missing = async (client: Client): Promise<readonly string[]> => {
  const { status, body } = await client.get('/health/ready');
  const away = (body as Health).servers.filter(({ available }) => !available).map(({ name }) => name);
  return away.length === 0 && status !== 200 ? ['not ready'] : away;
};

/** A look at readiness asks all servers: it costs more than the wait for the next one. */
const untilItNames = async (client: Client, what: string, names: string): Promise<void> =>
  eventually(
    what,
    async () => {
      const isSo = (await missing(client)).join() === names;
      if (!isSo) await wait(LOOK_EVERY_MS);
      return isSo;
    },
    PATIENCE_MS,
  );

export const untilReady = async (client: Client): Promise<void> => untilItNames(client, 'it is ready by itself', '');

export const untilMissing = async (client: Client, name: string): Promise<void> =>
  untilItNames(client, `readiness names ${name}`, name);

/** The job, once it is completed. */
export const finished = async (client: Client, planned: Planned, jobId: string): Promise<JobPoll['job']> => {
  let job: JobPoll['job'] | undefined;
  await eventually(
    `${jobId} is completed`,
    async () => {
      ({ job } = await pollJob(client, planned, jobId));
      return job.status === 'completed';
    },
    PATIENCE_MS,
  );
  return job as JobPoll['job'];
};

/** Makers whose engine answers no call before `release`; `asked` resolves with the first call. */
export const heldMakers = () => {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const engine = quickEngine({
    deadlineMs: 4 * PATIENCE_MS,
    onCall: async () => {
      asked.resolve();
      await gate.promise;
    },
  });
  return { makers: quickMakers(engine), asked: asked.promise, release: () => gate.resolve() };
};
