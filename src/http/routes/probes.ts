/** Probes for operators and their machines, outside the contract and without a token: no tenant's data is in them. */
import { JSON_TYPE, type Reply } from '../answers/reply.ts';
import type { Endpoint } from './router.ts';

export type Probes = {
  /** Lag, engines, stores: the body of `/health/ready`, which is 200 when ready and 503 when not. */
  readonly ready: () => Promise<{ readonly ready: boolean; readonly body: Readonly<Record<string, unknown>> }>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
};

export const probeEndpoints = (probes: Probes): readonly Endpoint[] => [
  get('/health/live', async () => LIVE),
  get('/health/ready', async () => {
    const { ready, body } = await probes.ready();
    return { status: ready ? 200 : 503, contentType: JSON_TYPE, body: JSON.stringify({ ok: ready, ...body }) };
  }),
  get('/metrics', async () => ({ status: 200, ...(await probes.metrics()) })),
];

const get = (path: string, answer: () => Promise<Reply>): Endpoint => ({ method: 'GET', path, answer });

/** A process that answers is alive: a restart would not repair any other trouble. */
const LIVE = { status: 200, contentType: JSON_TYPE, body: '{"ok":true}' };
