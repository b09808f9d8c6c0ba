/** The checks of outages: the missing servers by readiness, and whether the requested work is done at last. */
import type { ExecutionContext } from 'ava';
import type { Makers } from '../../../src/main/core.ts';
import { eventually } from '../kernel/eventually.ts';
import type { Client } from '../http/http-client.ts';
import { quickEngine, quickMakers } from '../engines/quick-makers.ts';
import { givenService, type RealService, type RealServiceOptions } from './real-service.ts';
import type { Planned } from './storyboard-calls.ts';

/** Elections, rejoined groups and back-off included. */
export const PATIENCE_MS = 90_000;

type Health = { readonly servers: readonly { readonly name: string; readonly available: boolean }[] };

/** The servers that do not answer, by readiness. */
export const missing = async (client: Client): Promise<readonly string[]> => {
  const { status, body } = await client.get('/health/ready');
  const away = (body as Health).servers.filter(({ available }) => !available).map(({ name }) => name);
  return away.length === 0 && status !== 200 ? ['not ready'] : away;
};

export const untilReady = async (client: Client): Promise<void> =>
  eventually('it is ready by itself', async () => (await missing(client)).length === 0, PATIENCE_MS);

export const untilMissing = async (client: Client, name: string): Promise<void> =>
  eventually(`readiness names ${name}`, async () => (await missing(client)).join() === name, PATIENCE_MS);

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
