/** A map of bounded size that forgets what was used longest ago. */

export type BoundedMap<K, V> = {
  /** Counts as a use. */
  get(key: K): V | undefined;
  /** Counts as a use; beyond the bound the entry used longest ago goes, and is handed to `forgotten`. */
  set(key: K, value: V): void;
  delete(key: K): void;
  readonly size: number;
};

export const createBoundedMap = <K, V>(sizeMax: number, forgotten?: (key: K, value: V) => void): BoundedMap<K, V> => {
  // A Map iterates in the order of insertion: what is used is put in anew, so the oldest use comes first.
  const entries = new Map<K, V>();
  return Object.freeze({
    get: (key: K) => {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key: K, value: V) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= sizeMax) return;
      const [oldest] = entries;
      if (oldest === undefined) return;
      entries.delete(oldest[0]);
      forgotten?.(...oldest);
    },
    delete: (key: K) => {
      entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  });
};
