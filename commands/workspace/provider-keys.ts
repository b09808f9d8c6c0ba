import { accept, refuse } from '../../src/kernel/decider.ts';
import { providerKeyKept, providerKeyRemoved } from '../../events/workspace.ts';
import type { WorkspaceState } from './state.ts';

/** The workspace has this key at the provider from here on; `object` is its sealed form. */
type KeepProviderKey = {
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

/** The same key in another object: sealed again. Nothing where the object `from` is not in force any more, or ends. */
type ResealProviderKey = {
  readonly type: 'ResealProviderKey';
  readonly provider: string;
  readonly from: string;
  readonly object: string;
};

export const resealProviderKey = ({ provider, from, object }: ResealProviderKey, state: WorkspaceState) => {
  const inForce =
    state.status === 'active' && !state.ending ? (state.providerKeys.get(provider)?.inForce ?? null) : null;
  if (inForce?.object !== from || from === object) return accept();
  return accept(providerKeyKept({ provider, fingerprint: inForce.fingerprint, object }));
};

/** Nothing more is begun under the workspace's key at the provider. One that is not there was removed before. */
type RemoveProviderKey = { readonly type: 'RemoveProviderKey'; readonly provider: string };

export const removeProviderKey = ({ provider }: RemoveProviderKey, state: WorkspaceState) => {
  if (state.status === 'none') return refuse('workspace_unknown');
  if (state.status === 'deleted') return refuse('workspace_deleted');
  const isKept = (state.providerKeys.get(provider)?.inForce ?? null) !== null;
  return isKept ? accept(providerKeyRemoved({ provider })) : accept();
};
