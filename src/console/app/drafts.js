/** Typed text that survives a reload of the tab, and the way to another page and back. */
import { useCallback, useState } from 'preact/hooks';

const keyOf = (/** @type {string} */ name) => `draft:${name}`;

/**
 * @param {string} name
 * @param {string} [initial]
 * @returns {[text: string, set: (text: string) => void, drop: () => void]}
 */
export const useDraft = (name, initial = '') => {
  const [text, setText] = useState(() => sessionStorage.getItem(keyOf(name)) ?? initial);
  const set = useCallback(
    (/** @type {string} */ next) => {
      setText(next);
      try {
        sessionStorage.setItem(keyOf(name), next);
      } catch {
        // Longer than a browser keeps: then it is on the page alone.
      }
    },
    [name],
  );
  const drop = useCallback(() => {
    sessionStorage.removeItem(keyOf(name));
    setText(initial);
  }, [name, initial]);
  return [text, set, drop];
};
