/** Workspaces of a client: the personal one, and others that it makes. */
import { untilItSucceeds } from '../kernel/eventually.ts';
import type { Client } from '../http/http-client.ts';
import { expecting } from './storyboard-calls.ts';

type Listed = { readonly id: string; readonly personal: boolean };

/** The id of its personal one. Read models on a busy server may be behind for a while, and a list then says so. */
export const personalWorkspaceOf = async (client: Client): Promise<string> => {
  let id = '';
  await untilItSucceeds('the workspaces are listed', async () => {
    const { workspaces } = expecting(200, await client.get('workspaces')).body as { workspaces: readonly Listed[] };
    id = workspaces.find(({ personal }) => personal)?.id ?? '';
  });
  return id;
};

/** The id of another one that it makes, with so many paid credits. */
export const madeWorkspace = async (client: Client, credits = 0): Promise<string> => {
  const { workspace } = expecting(201, await client.post('workspaces', { name: 'Studio' })).body;
  const { id } = workspace as { readonly id: string };
  if (credits > 0) await grantPaid(client, id, credits);
  return id;
};

export const grantPaid = async (client: Client, workspaceId: string, amount: number): Promise<void> => {
  const grant = { pool: 'paid', amount, note: 'for a test' };
  expecting(200, await client.post(`workspaces/${workspaceId}/credits/grants`, grant));
};
