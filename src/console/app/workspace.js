/** The workspace that this tab works in; undefined: the one of the token, or the personal one. */
import { tabStorage } from './storage.js';

const KEY = 'workspace';

let chosen = tabStorage.get(KEY) ?? undefined;

export const chosenWorkspace = () => chosen;

/**
 * Draws the console anew: nothing of the workspace before stays on the page.
 * @param {string} id
 */
export const chooseWorkspace = (id) => {
  tabStorage.set(KEY, id);
  location.reload();
};

export const forgetWorkspace = () => {
  tabStorage.remove(KEY);
  chosen = undefined;
};
