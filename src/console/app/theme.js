/** Dark or light: that of the system until a person chooses. */
import { lastingStorage } from './storage.js';
import { createStore } from './store.js';

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: light)');

const current = () => root.dataset['theme'] ?? (system.matches ? 'light' : 'dark');

export const theme = createStore(current());

system.addEventListener('change', () => theme.set(current()));

export const switchTheme = () => {
  const next = current() === 'dark' ? 'light' : 'dark';
  root.dataset['theme'] = next;
  lastingStorage.set('theme', next);
  theme.set(next);
};
