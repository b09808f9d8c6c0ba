/**
 * Keys of workspaces at providers. The log has their fingerprints; the keys are sealed in the object store, so that a
 * removal leaves none behind. A sealed key opens for its workspace, provider and fingerprint alone.
 */
import type { ProviderKey } from '../../../commands/workspace/state.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { createSealedObjects, type SealedObjectsDeps } from './sealed-objects.ts';

export type OwnKeys = {
  fingerprint(provider: string, key: string): string;
  /** Seals the key into an object of its own, whose name it answers. */
  put(workspaceId: string, named: Named, key: string): Promise<string>;
  /** Faults: `not_found`, the object is gone; `corrupt`, it does not open here; those of the store. */
  open(workspaceId: string, named: Named, object: string): Promise<string>;
  /** The name of another object with the same key where that is sealed under an earlier master key. */
  reseal(workspaceId: string, named: Named, object: string): Promise<string | undefined>;
};

/** A key by its names. */
export type Named = { readonly provider: string; readonly fingerprint: string };

export type OwnKeysDeps = SealedObjectsDeps & { readonly secrets: Pick<Secrets, 'fingerprint'> };

export const createOwnKeys = (deps: OwnKeysDeps): OwnKeys => {
  const sealed = createSealedObjects(deps, 'keys');
  const boundOf = (workspaceId: string, { provider, fingerprint }: Named) => [workspaceId, provider, fingerprint];
  return Object.freeze({
    put: async (workspaceId: string, named: Named, key: string) =>
      sealed.put(workspaceId, boundOf(workspaceId, named), key),
    fingerprint: (provider: string, key: string) => deps.secrets.fingerprint(key, [provider]),
    open: async (workspaceId: string, named: Named, object: string) => sealed.open(boundOf(workspaceId, named), object),
    reseal: async (workspaceId: string, named: Named, object: string) =>
      sealed.reseal(workspaceId, boundOf(workspaceId, named), object),
  });
};

/** Removes the object of the key before, which a process that died may have left. */
export const removeReplaced = async (
  objects: Pick<ObjectStore, 'remove'>,
  key: ProviderKey | undefined,
): Promise<void> => {
  if ((key?.replaced ?? null) !== null) await objects.remove(key?.replaced ?? '');
};
