/** What operators and their machines ask, outside the contract and without a token: no tenant's data is in it. */
import type Router from '@koa/router';
import { send } from '../answers/send.ts';
import { JSON_TYPE } from '../answers/reply.ts';
import type { Probes } from '../dependencies.ts';

export const mountProbes = (router: Router, probes: Probes): void => {
  const get = (path: string, answer: () => Promise<{ status: number; contentType: string; body: string }>): void => {
    router.get(path, async (context) => {
      send(context, { ...(await answer()), headers: {}, position: '' });
    });
  };

  // Alive is whoever answers: whatever else is wrong, a restart would not mend it.
  get('/health/live', async () => ({ status: 200, contentType: JSON_TYPE, body: '{"ok":true}' }));
  get('/health/ready', async () => {
    const { ready, body } = await probes.ready();
    return { status: ready ? 200 : 503, contentType: JSON_TYPE, body: JSON.stringify({ ok: ready, ...body }) };
  });
  get('/metrics', async () => ({ status: 200, ...(await probes.metrics()) }));
};
