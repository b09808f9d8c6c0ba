/** The thing that the page shows, such as a project's name: the window is named after it, and so is its history. */
import { useEffect } from 'preact/hooks';
import { createStore } from './store.js';

export const subject = createStore('');

/** @param {string} name empty while it is not known */
export const useSubject = (name) =>
  useEffect(() => {
    subject.set(name);
    return () => subject.set('');
  }, [name]);
