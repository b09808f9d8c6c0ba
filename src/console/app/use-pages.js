/** A list that is loaded page by page. A reload, and a step back to the list, bring as many pages as it has shown. */
import { useRef } from 'preact/hooks';
import { call } from './api.js';
import { keepPagesShown, pagesShown, path } from './router.js';
import { useLoad } from './use-load.js';

/**
 * @template T
 * @typedef {{ items: readonly T[], nextCursor: string | null }} Page
 */

/**
 * @template {'listAssets' | 'listDeliveries' | 'listJobs' | 'listProjects'} O
 * @template T
 * @param {O} name
 * @param {Readonly<Record<string, string | undefined>>} query
 * @param {(answer: import('./answers.ts').Answers[O]) => readonly T[]} itemsOf
 */
export const usePages = (name, query, itemsOf) => {
  const of = JSON.stringify(query);
  const load = async (/** @type {string | undefined} */ cursor, /** @type {AbortSignal | undefined} */ signal) => {
    const answer = await call(name, { query: { ...query, cursor }, signal });
    const { nextCursor } = /** @type {Page<T>} */ (answer);
    return { items: itemsOf(answer), nextCursor };
  };
  const shown = useRef({ at: path.get(), of, pages: pagesShown() });
  const show = (/** @type {number} */ pages) => {
    const { at } = shown.current;
    shown.current = { at, of, pages };
    keepPagesShown(at, pages);
  };
  const list = useLoad(
    async (signal) => {
      // Another list begins with its first page.
      if (shown.current.of !== of) show(1);
      const count = shown.current.pages;
      let pages = await load(undefined, signal);
      for (let n = 1; n < count && pages.nextCursor !== null; n += 1) {
        pages = joined(pages, await load(pages.nextCursor, signal));
      }
      return pages;
    },
    [of],
  );
  const more = async () => {
    const page = await load(list.value?.nextCursor ?? undefined, undefined);
    show(shown.current.pages + 1);
    // One that was loaded anew meanwhile has other pages after it.
    list.change((before) => (before === list.value ? joined(before, page) : before));
  };
  const { value, error, loading, reload } = list;
  return { value, items: value?.items, error, loading, reload, hasMore: Boolean(value?.nextCursor), more };
};

/**
 * @template T
 * @param {Page<T>} before
 * @param {Page<T>} next
 * @returns {Page<T>}
 */
const joined = (before, { items, nextCursor }) => ({ items: [...before.items, ...items], nextCursor });
