/** Requests that any operation is refused for, whatever it does. */
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { Fault } from '../../../src/kernel/faults.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { requiredQuery } from '../../support/http/required-query.ts';
import { sampleId } from '../../support/http/http-samples.ts';
import type { Sent, StatusWorld } from './world.ts';

const unknown: Readonly<Record<string, string>> = {
  projectId: sampleId('prj', 'no'),
  planId: sampleId('pln', 'no'),
  jobId: sampleId('job', 'no'),
  workspaceId: sampleId('ws', 'no'),
  assetId: sampleId('ast', 'no'),
  deliveryId: sampleId('dlv', 'no'),
  webhookId: sampleId('whk', 'no'),
  taskId: 'scene-0001',
  sub: 'bob',
  provider: 'provider_c',
  attemptKey: `${sampleId('hld', 'no')}.0.1.0`,
};

/** With a good body, for things that are not there. */
const askOf = (operation: Operation): Sent => ({
  method: operation.method,
  path: `${pathOf(operation)}${queryOf(operation)}`,
  headers: { 'idempotency-key': 'k' },
  ...(operation.body === undefined ? {} : { body: exampleOf(operation.body) }),
});

const pathOf = ({ path }: Operation): string =>
  path.replace('/api/v1/', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => unknown[name] ?? '');

/** The parameters that must be there; those of a public address are its proof, which a test does not have. */
const queryOf = (operation: Operation): string => {
  const { missing = {}, method, authority } = operation;
  if (method === 'DELETE')
    return Object.keys(missing)
      .map((name) => `?${name}=${unknown['workspaceId'] ?? ''}`)
      .join('');
  return authority === null ? '' : requiredQuery(operation);
};

/** 400, 401, 403, 404, 413, 415, 422, 429, 500 and 503. */
export const meetGates = async ({ send, limited, whileFailing }: StatusWorld): Promise<void> => {
  for (const operation of operations) {
    const ask = askOf(operation);
    const { method, path } = ask;
    await send({ ...ask, headers: { 'idempotency-key': ',' } });
    if (method === 'GET') await send({ path: `${path}${path.includes('?') ? '&' : '?'}unknown=1` });
    else {
      await send({ ...ask, body: 'a=b', headers: { ...ask.headers, 'content-type': 'text/plain' } });
      await send({ ...ask, body: large(operation) });
      await send({ ...ask, body: { ...(ask.body as object | undefined), unknown: 1 } });
    }
    if (operation.authority === null) continue;
    await send({ ...ask, headers: { authorization: '' } });
    await send({ ...ask, scope: 'none' });
    if (operation.path.includes('{')) await send(ask);
    for (const _ of ['within the allowance', 'past it']) await send({ ...ask, sub: operation.operationId }, limited);
    const known = operation.authority === 'Read' ? 'reader' : 'writer';
    for (const error of [new Error('a fault of a test'), new Fault('unavailable', 'the log of a test is away')]) {
      await whileFailing(error, async () => send({ ...ask, sub: known }));
    }
  }
};

const large = ({ bodyBytesMax = limits.bodyBytesMax }: Operation): string => `{"a":"${'x'.repeat(bodyBytesMax)}"}`;

/** 422 of a key that was used with another body. */
export const reuseKey = async ({ send }: StatusWorld): Promise<void> => {
  const ask = { method: 'POST', path: 'workspaces', headers: { 'idempotency-key': 'reused' } };
  for (const name of ['One', 'Other']) await send({ ...ask, body: { name } });
};

/** 304 for a copy that is still the present one. */
export const askAgain = async ({ send }: StatusWorld, sent: Sent): Promise<void> => {
  // Work of earlier stories may still change what is read.
  for (let tries = 0; tries < 100; tries += 1) {
    const { headers } = await send(sent);
    const again = await send({ ...sent, headers: { ...sent.headers, 'if-none-match': String(headers.etag) } });
    if (again.status === 304) return;
  }
};
