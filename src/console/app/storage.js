/**
 * Values that a browser keeps. Where it keeps nothing, or has no room for more, a value is in memory until the page is
 * left: a person may refuse a site its storage, and to name it is an error then.
 */

/**
 * @typedef {object} Keeper
 * @property {(key: string) => string | null} get
 * @property {(key: string, text: string) => void} set
 * @property {(key: string) => void} remove
 * @property {() => void} clear
 */

/**
 * @param {'localStorage' | 'sessionStorage'} name
 * @returns {Keeper}
 */
const keeperIn = (name) => {
  /** @type {Map<string, string>} */
  const memory = new Map();
  /**
   * Undefined: the browser refuses.
   * @template T
   * @param {(storage: Storage) => T} act
   */
  const tried = (act) => {
    try {
      return act(globalThis[name]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? tried((storage) => storage.getItem(key)) ?? null,
    set: (key, text) => {
      memory.set(key, text);
      tried((storage) => {
        storage.setItem(key, text);
        memory.delete(key);
      });
    },
    remove: (key) => {
      memory.delete(key);
      tried((storage) => storage.removeItem(key));
    },
    clear: () => {
      memory.clear();
      tried((storage) => storage.clear());
    },
  };
};

/** Until the tab is closed. */
export const tabStorage = keeperIn('sessionStorage');

/** For all tabs, until a person clears it. */
export const lastingStorage = keeperIn('localStorage');
