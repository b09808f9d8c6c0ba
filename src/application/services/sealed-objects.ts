/**
 * Secrets of a workspace, each sealed in an object under a random name. The log names the object that is in force, so a
 * removal of the object leaves no secret behind. A secret opens under the names that it is bound to alone.
 */
import { type FaultCode, isFault } from '../../kernel/faults.ts';
import type { Ids } from '../../ports/basics.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { Bound, Secrets } from '../../ports/secrets.ts';

export type SealedObjectsDeps = {
  readonly objects: Pick<ObjectStore, 'get' | 'put'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'isCurrent'>;
  readonly ids: Pick<Ids, 'bytes'>;
};

/** `N`: how secrets of one kind are named within their workspace. */
export type SealedObjects<N> = {
  /** Seals the secret into an object of its own, whose name it answers. */
  put(workspaceId: string, named: N, secret: string): Promise<string>;
  /** Faults: `not_found`, the object is gone; `corrupt`, it does not open here; those of the store. */
  open(workspaceId: string, named: N, object: string): Promise<string>;
  /** The name of another object with the same secret where that is sealed under an earlier master key. */
  reseal(workspaceId: string, named: N, object: string): Promise<string | undefined>;
};

const OBJECT_NAME_BYTES = 16;

/** `folder`: of the workspace, for secrets of one kind. */
export const createSealedObjects = <N>(
  { objects, secrets, ids }: SealedObjectsDeps,
  folder: string,
  boundOf: (workspaceId: string, named: N) => Bound,
): SealedObjects<N> => {
  const put: SealedObjects<N>['put'] = async (workspaceId, named, secret) => {
    const object = `${workspaceId}/${folder}/${Buffer.from(ids.bytes(OBJECT_NAME_BYTES)).toString('hex')}`;
    await objects.put(object, secrets.seal(secret, boundOf(workspaceId, named)), 'application/json');
    return object;
  };
  const open: SealedObjects<N>['open'] = async (workspaceId, named, object) =>
    secrets.open(await objects.get(object), boundOf(workspaceId, named));
  return Object.freeze({
    put,
    open,
    reseal: async (workspaceId: string, named: N, object: string) => {
      const sealed = await objects.get(object);
      if (secrets.isCurrent(sealed)) return undefined;
      return put(workspaceId, named, secrets.open(sealed, boundOf(workspaceId, named)));
    },
  });
};

const NOTHING_WRITTEN: ReadonlySet<FaultCode> = new Set(['unavailable', 'too_large', 'cancelled']);

/**
 * A command whose event names a new sealed object. Where the log has surely not taken it, no event will name that
 * object, and it is removed.
 */
export const naming = async <T>(
  objects: Pick<ObjectStore, 'remove'>,
  object: string,
  command: () => Promise<T>,
): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    if (isFault(error) && NOTHING_WRITTEN.has(error.code)) await objects.remove(object).catch(() => undefined);
    throw error;
  }
};

/** Whether a sealed secret is lost for good: no later try opens it. */
export const isLost = (error: unknown): boolean => isFault(error, 'not_found') || isFault(error, 'corrupt');
