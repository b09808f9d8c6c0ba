import { accept } from '../../src/kernel/decider.ts';
import { providerKeyKept } from '../../events/workspace.ts';
import type { WorkspaceState } from './state.ts';

/** The same key in another object: sealed again. Nothing where the object `from` is not in force any more, or ends. */
export type ResealProviderKey = {
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
