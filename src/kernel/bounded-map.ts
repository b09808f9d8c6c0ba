/** A map that forgets what was not used for longest once it is full: every cache has a bound. */

export type BoundedMap<K, V> = {
  /** The value, which counts as used now. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  readonly size: number;
};

/** `entriesMax` is at least 1. */
export const createBoundedMap = <K, V>(entriesMax: number): BoundedMap<K, V> => {
  // A Map iterates in the order of insertion; what is used goes in again, so the first key is the oldest.
  const entries = new Map<K, V>();
  return Object.freeze({
    get: (key: K) => {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set: (key: K, value: V) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > entriesMax) entries.delete(entries.keys().next().value as K);
    },
    delete: (key: K) => {
      entries.delete(key);
    },
    clear: () => entries.clear(),
    get size() {
      return entries.size;
    },
  });
};
