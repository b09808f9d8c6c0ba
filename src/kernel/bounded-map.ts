/**
 * A map of bounded size that drops entries not used for long: every cache has a bound.
 *
 * The map keeps two generations instead of an order of use. A used entry is in the young generation. When the young one
 * is full it becomes the old one, and the entries of the old one are forgotten. A use costs one look-up, and forgetting
 * costs the same in a map of any size. A Map in the order of use would walk past every entry that was moved.
 */

export type BoundedMap<K, V> = {
  /** The value, which counts as used now. */
  get(key: K): V | undefined;
  /** Counts as a use. */
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  readonly size: number;
};

/**
 * `weightMax` bounds the entries, or their sum by `weigh`, give or take one entry; the half that was used last is
 * always there. `forgotten` is called with each entry that the map drops by itself. `weigh` is never below 0, and the
 * same for a value each time.
 */
export const createBoundedMap = <K, V>(
  weightMax: number,
  forgotten?: (key: K, value: V) => void,
  weigh: (value: V) => number = () => 1,
): BoundedMap<K, V> => {
  const youngMax = Math.max(1, Math.floor(weightMax / 2));
  let weight = 0;
  let young = new Map<K, V>();
  let old = new Map<K, V>();

  const put = (key: K, value: V): void => {
    const before = young.get(key);
    weight += weigh(value) - (before === undefined ? 0 : weigh(before));
    young.set(key, value);
    if (weight < youngMax) return;
    if (forgotten !== undefined) for (const [gone, last] of old) forgotten(gone, last);
    old = young;
    young = new Map();
    weight = 0;
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
      const gone = young.get(key);
      if (gone !== undefined) weight -= weigh(gone);
      young.delete(key);
      old.delete(key);
    },
    clear: () => {
      weight = 0;
      young.clear();
      old.clear();
    },
    get size() {
      return young.size + old.size;
    },
  });
};
