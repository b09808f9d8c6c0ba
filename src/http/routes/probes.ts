/** Probes for operators and their machines, outside the contract and without a token: no tenant's data is in them. */
import type Router from '@koa/router';
import { JSON_TYPE } from '../answers/reply.ts';
import { send } from '../answers/send.ts';

export type Probes = {
  /** Lag, engines, stores: the body of `/health/ready`, which is 200 when ready and 503 when not. */
  readonly ready: () => Promise<{ readonly ready: boolean; readonly body: Readonly<Record<string, unknown>> }>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
};

export const mountProbes = (router: Router, probes: Probes): void => {
  const get = (path: string, answer: () => Promise<{ status: number; contentType: string; body: string }>): void => {
    router.get(path, async (context) => {
      send(context, { ...(await answer()), headers: {}, position: '' });
    });
  };

  // A process that answers is alive: a restart would not repair any other trouble.
  get('/health/live', async () => ({ status: 200, contentType: JSON_TYPE, body: '{"ok":true}' }));
  get('/health/ready', async () => {
    const { ready, body } = await probes.ready();
    return { status: ready ? 200 : 503, contentType: JSON_TYPE, body: JSON.stringify({ ok: ready, ...body }) };
  });
  get('/metrics', async () => ({ status: 200, ...(await probes.metrics()) }));
};
