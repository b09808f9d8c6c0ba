/** A cache bounded by bytes: the least recently used entry goes first. */

export type ByteCache<V> = {
  get(key: string): V | undefined;
  /** A value that is larger than the whole cache is not kept. */
  set(key: string, value: V, bytes: number): void;
  readonly bytes: number;
};

/** Bytes of an entry besides its content: key, map slot and objects, roughly. */
const ENTRY_BYTES = 500;

export const createByteCache = <V>(bytesMax: number): ByteCache<V> => {
  // A Map iterates in the order of insertion; a used entry is inserted again, so the first key is the oldest.
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  let held = 0;

  const remove = (key: string): void => {
    held -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  return Object.freeze({
    get: (key: string) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key: string, value: V, size: number) => {
      const bytes = size + ENTRY_BYTES;
      remove(key);
      if (bytes > bytesMax) return;
      entries.set(key, { value, bytes });
      held += bytes;
      for (const oldest of entries.keys()) {
        if (held <= bytesMax) break;
        remove(oldest);
      }
    },
    get bytes() {
      return held;
    },
  });
};
