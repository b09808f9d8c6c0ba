/** A value that parts of the page share, and that they are drawn anew with. */
import { useEffect, useState } from 'preact/hooks';

/**
 * @template T
 * @typedef {{ get: () => T, set: (value: T) => void, subscribe: (listener: () => void) => () => void }} Store
 */

/**
 * @template T
 * @param {T} initial
 * @returns {Store<T>}
 */
export const createStore = (initial) => {
  let value = initial;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

/**
 * @template T
 * @param {Store<T>} store
 * @returns {T}
 */
export const useStore = (store) => {
  const [, redraw] = useState(0);
  const drawn = store.get();
  useEffect(() => {
    const unsubscribe = store.subscribe(() => redraw((n) => n + 1));
    // It may have changed between the drawing and this effect.
    if (drawn !== store.get()) redraw((n) => n + 1);
    return unsubscribe;
  }, [store]);
  return drawn;
};
