/**
 * Keys of workspaces at providers. The log has their fingerprints; the keys are sealed in the object store, so that a
 * removal leaves none behind. A sealed key opens for its workspace, provider and fingerprint alone.
 */
import type { ProviderKey } from '../../../commands/workspace/state.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { createSealedObjects, type SealedObjects, type SealedObjectsDeps } from './sealed-objects.ts';

/** A key by its names. */
type Named = { readonly provider: string; readonly fingerprint: string };

export type OwnKeys = SealedObjects<Named> & {
  fingerprint(provider: string, key: string): string;
};

export type OwnKeysDeps = SealedObjectsDeps & { readonly secrets: Pick<Secrets, 'fingerprint'> };

export const createOwnKeys = (deps: OwnKeysDeps): OwnKeys =>
  Object.freeze({
    ...createSealedObjects<Named>(deps, 'keys', (workspaceId, { provider, fingerprint }) => [
      workspaceId,
      provider,
      fingerprint,
    ]),
    fingerprint: (provider: string, key: string) => deps.secrets.fingerprint(key, [provider]),
  });

/** Removes the object of the key before, which a process that died may have left. */
export const removeReplaced = async (
  objects: Pick<ObjectStore, 'remove'>,
  key: ProviderKey | undefined,
): Promise<void> => {
  if ((key?.replaced ?? null) !== null) await objects.remove(key?.replaced ?? '');
};
