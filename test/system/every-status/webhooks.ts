/** The webhooks of a workspace, until it has its maximum of them. */
import { exampleOf } from '../../../src/http/openapi/example.ts';
import { createWebhook } from '../../../src/http/contract/operations/webhooks.ts';
import { limits } from '../../../src/kernel/limits.ts';
import type { StatusWorld } from './world.ts';

export const tellWebhooks = async ({ send }: StatusWorld): Promise<void> => {
  const create = { method: 'POST', path: 'webhooks', body: exampleOf(createWebhook.body ?? {}) } as const;
  const { body } = await send(create);
  const path = `webhooks/${(body['webhook'] as { readonly id: string }).id}`;
  for (const one of ['webhooks', path]) await send({ path: one });
  for (const step of ['rotate', 'ping']) await send({ method: 'POST', path: `${path}/${step}` });
  await send({ method: 'DELETE', path });
  for (let webhooks = 0; webhooks <= limits.webhooksPerWorkspaceMax; webhooks += 1) await send(create);
};
