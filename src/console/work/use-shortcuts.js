/** Keys of one letter. A person can switch them off, as speech input may say letters by chance. */
import { lastingStorage } from '../app/storage.js';
import { createStore, useStore } from '../app/store.js';
import { useEffect, useRef } from '../app/html.js';

const KEY = 'shortcuts';

export const shortcutsOn = createStore(lastingStorage.get(KEY) !== 'off');

/** @param {boolean} on */
export const switchShortcuts = (on) => {
  lastingStorage.set(KEY, on ? 'on' : 'off');
  shortcutsOn.set(on);
};

/**
 * @param {Readonly<Record<string, (held: boolean) => void>>} actions by key; `held`: by a repeat of a key that is held
 */
export const useShortcuts = (actions) => {
  const on = useStore(shortcutsOn);
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!on) return undefined;
    const act = (/** @type {KeyboardEvent} */ event) => {
      const { target } = event;
      const typing = target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      // A wide table is scrolled with them.
      const scrolling = target instanceof HTMLElement && event.key.startsWith('Arrow') && target.closest('.table');
      if (typing || scrolling || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action(event.repeat);
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [on]);
};
