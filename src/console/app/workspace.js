/** The workspace that this tab works in; undefined: the one of the token, or the personal one. */
const KEY = 'workspace';

let chosen = sessionStorage.getItem(KEY) ?? undefined;

export const chosenWorkspace = () => chosen;

/**
 * Draws the console anew: nothing of the workspace before stays on the page.
 * @param {string} id
 */
export const chooseWorkspace = (id) => {
  sessionStorage.setItem(KEY, id);
  location.reload();
};

export const forgetWorkspace = () => {
  sessionStorage.removeItem(KEY);
  chosen = undefined;
};
