/** The part that has the focus may leave the page: then the page has it, so that a keyboard goes on from there. */

/**
 * @param {HTMLElement} page
 * @returns {() => void} ends it
 */
export const keepFocus = (page) => {
  /** @type {Node | null} */
  let last = null;
  const ending = new AbortController();
  const note = (/** @type {FocusEvent} */ { target }) => {
    last = target instanceof Node ? target : null;
  };
  document.addEventListener('focusin', note, { signal: ending.signal });
  const watching = new MutationObserver(() => {
    if (last === null || last.isConnected) return;
    last = null;
    if (document.activeElement === document.body) page.focus({ preventScroll: true });
  });
  watching.observe(document.body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    watching.disconnect();
  };
};
