/** Typed text that survives a reload of the tab, and the way to another page and back. */
import { useState } from 'preact/hooks';
import { tabStorage } from './storage.js';

const keyOf = (/** @type {string} */ name) => `draft:${name}`;

/**
 * @param {string} name
 * @param {string} [initial]
 * @returns {[text: string, set: (text: string) => void, drop: () => void]}
 */
export const useDraft = (name, initial = '') => {
  const [text, setText] = useState(() => tabStorage.get(keyOf(name)) ?? initial);
  const set = (/** @type {string} */ next) => {
    setText(next);
    tabStorage.set(keyOf(name), next);
  };
  const drop = () => {
    tabStorage.remove(keyOf(name));
    setText(initial);
  };
  return [text, set, drop];
};
