/**
 * Secrets of a workspace, each sealed in an object under a random name. The log names the object that is in force, so a
 * removal of the object leaves no secret behind. A secret opens under the names that it is bound to alone.
 */
import { isFault } from '../../kernel/faults.ts';
import type { Ids } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Bound, Secrets } from '../../ports/secrets.ts';

export type SealedObjectsDeps = {
  readonly objects: Pick<ObjectStore, 'get' | 'put'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'isCurrent'>;
  readonly ids: Pick<Ids, 'bytes'>;
};

export type SealedObjects = {
  /** Seals the secret into an object of its own, whose name it answers. */
  put(workspaceId: string, bound: Bound, secret: string): Promise<string>;
  /** Faults: `not_found`, the object is gone; `corrupt`, it does not open here; those of the store. */
  open(bound: Bound, object: string): Promise<string>;
  /** The name of another object with the same secret where that is sealed under an earlier master key. */
  reseal(workspaceId: string, bound: Bound, object: string): Promise<string | undefined>;
};

const OBJECT_NAME_BYTES = 16;

/** `folder`: of the workspace, for secrets of one kind. */
export const createSealedObjects = ({ objects, secrets, ids }: SealedObjectsDeps, folder: string): SealedObjects => {
  const put: SealedObjects['put'] = async (workspaceId, bound, secret) => {
    const object = `${workspaceId}/${folder}/${Buffer.from(ids.bytes(OBJECT_NAME_BYTES)).toString('hex')}`;
    await objects.put(object, secrets.seal(secret, bound), 'application/json');
    return object;
  };
  return Object.freeze({
    put,
    open: async (bound: Bound, object: string) => secrets.open(await objects.get(object), bound),
    reseal: async (workspaceId: string, bound: Bound, object: string) => {
      const sealed = await objects.get(object);
      return secrets.isCurrent(sealed) ? undefined : put(workspaceId, bound, secrets.open(sealed, bound));
    },
  });
};

/** Whether a sealed secret is lost for good: no later try opens it. */
export const isLost = (error: unknown): boolean => isFault(error, 'not_found') || isFault(error, 'corrupt');

/** Counts of sealed secrets; `lost` ones do not open. */
export type Resealed = { resealed: number; current: number; lost: number };
