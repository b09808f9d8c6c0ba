import { accept, refuse } from '../../src/kernel/decider.ts';
import { providerKeyKept } from '../../events/workspace.ts';
import type { WorkspaceState } from './state.ts';

/** The workspace has this key at the provider from here on; `object` is its sealed form. */
export type KeepProviderKey = {
  readonly type: 'KeepProviderKey';
  readonly provider: string;
  readonly fingerprint: string;
  readonly object: string;
};

/** A key that is in force already stays in its object. */
export const keepProviderKey = ({ provider, fingerprint, object }: KeepProviderKey, state: WorkspaceState) => {
  if (state.status === 'none') return refuse('workspace_unknown');
  if (state.status === 'deleted') return refuse('workspace_deleted');
  if (state.ending) return refuse('workspace_ending');
  if (state.providerKeys.get(provider)?.inForce?.fingerprint === fingerprint) return accept();
  return accept(providerKeyKept({ provider, fingerprint, object }));
};
