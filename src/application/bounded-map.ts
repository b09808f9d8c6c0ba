/**
 * A map of bounded size that forgets what was not used for long.
 *
 * Two generations instead of an order of use: what is used is in the young one; when that is full it becomes the old
 * one, and what was in the old one and not used since is forgotten. A use costs one look-up, not three changes.
 */

export type BoundedMap<K, V> = {
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Counts as a use. */
  set(key: K, value: V): void;
  delete(key: K): void;
};

/** `sizeMax`: at most so many entries, at least half of them those used last. `forgotten` is given each that goes. */
export const createBoundedMap = <K, V>(sizeMax: number, forgotten?: (key: K, value: V) => void): BoundedMap<K, V> => {
  const youngMax = Math.max(1, Math.floor(sizeMax / 2));
  let young = new Map<K, V>();
  let old = new Map<K, V>();

  const put = (key: K, value: V): void => {
    young.set(key, value);
    if (young.size < youngMax) return;
    if (forgotten !== undefined) for (const [key, value] of old) forgotten(key, value);
    old = young;
    young = new Map();
  };

  return Object.freeze({
    get: (key: K) => {
      const used = young.get(key);
      if (used !== undefined) return used;
      const value = old.get(key);
      if (value === undefined) return undefined;
      old.delete(key);
      put(key, value);
      return value;
    },
    set: (key: K, value: V) => {
      old.delete(key);
      put(key, value);
    },
    delete: (key: K) => {
      young.delete(key);
      old.delete(key);
    },
  });
};
