/** The workspace that a client works in. */
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
