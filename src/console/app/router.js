/** Addresses within the page are behind its hash: they need nothing of the server, and no log of it has them. */
import { createStore } from './store.js';

const START = '/projects';

const read = () => {
  const hash = location.hash.slice(1);
  try {
    return decodeURI(hash) || START;
  } catch {
    // A hash may be anything; one that is no path has no page.
    return hash;
  }
};

/** The path behind the hash. */
export const path = createStore(read());

window.addEventListener('hashchange', () => path.set(read()));

/** @param {string} to */
export const go = (to) => {
  location.hash = to;
};

/**
 * Goes there without a step back to the present address.
 * @param {string} to
 */
export const goInstead = (to) => {
  history.replaceState(null, '', `#${to}`);
  path.set(read());
};

/** How many pages of its list the present address has shown. A step back to the address finds as many. */
export const pagesShown = () => /** @type {{ pages?: number } | null} */ (history.state)?.pages ?? 1;

/**
 * A page that was left meanwhile keeps nothing.
 * @param {string} at the path that shows them
 * @param {number} pages
 */
export const keepPagesShown = (at, pages) => {
  if (path.get() === at) history.replaceState({ pages }, '');
};

/**
 * The parameters of a path that has the form of a pattern such as `/projects/:projectId`; undefined for others.
 * @param {string} pattern
 * @param {string} at
 * @returns {Readonly<Record<string, string>> | undefined}
 */
export const matched = (pattern, at) => {
  const names = pattern.split('/');
  const values = at.split('/');
  if (names.length !== values.length) return undefined;
  /** @type {Record<string, string>} */
  const found = {};
  for (const [i, name] of names.entries()) {
    const value = values[i] ?? '';
    if (name.startsWith(':')) found[name.slice(1)] = value;
    else if (name !== value) return undefined;
  }
  return found;
};
