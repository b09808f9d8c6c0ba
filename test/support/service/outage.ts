/** The checks of outages: the missing servers by readiness, and whether the requested work is done at last. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { Makers } from '../../../src/main/core.ts';
import { eventually } from '../kernel/eventually.ts';
import type { Client } from '../http/http-client.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { givenService, type RealService, type RealServiceOptions } from './real-service.ts';
import type { Planned } from './storyboard-calls.ts';

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

export const finished = async (client: Client, { film }: Planned, jobId: string): Promise<void> =>
  eventually(
    `${jobId} is completed`,
    async () => {
      const { status, body } = await client.get(`${film}/jobs/${jobId}`);
      return status === 200 && (body['job'] as { status: string }).status === 'completed';
    },
    PATIENCE_MS,
  );

/** `on`: where its stores are, and its folder. */
export const open = async (
  t: ExecutionContext,
  on: Pick<RealServiceOptions, 'env' | 'dataDir'>,
  makers?: Makers,
): Promise<[RealService, Client]> => {
  const service = await givenService(t, { ...on, ...(makers === undefined ? {} : { makers }) });
  return [service, await service.client()];
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
