/** A keyboard goes on from the page, not from the bar above it, when the part that it was on has left the page. */

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
