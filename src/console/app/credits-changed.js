/** Counts the moments at which the balance may have changed: whatever shows it then asks again. */
import { createStore } from './store.js';

export const creditsChanged = createStore(0);

export const tellCreditsChanged = () => creditsChanged.set(creditsChanged.get() + 1);
