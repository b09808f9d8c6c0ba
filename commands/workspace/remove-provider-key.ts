import { accept, refuse } from '../../src/kernel/decider.ts';
import { providerKeyRemoved } from '../../events/workspace.ts';
import type { WorkspaceState } from './state.ts';

/** Nothing more is begun under the workspace's key at the provider. One that is not there was removed before. */
export type RemoveProviderKey = { readonly type: 'RemoveProviderKey'; readonly provider: string };

export const removeProviderKey = ({ provider }: RemoveProviderKey, state: WorkspaceState) => {
  if (state.status === 'none') return refuse('workspace_unknown');
  if (state.status === 'deleted') return refuse('workspace_deleted');
  const isKept = (state.providerKeys.get(provider)?.inForce ?? null) !== null;
  return isKept ? accept(providerKeyRemoved({ provider })) : accept();
};
