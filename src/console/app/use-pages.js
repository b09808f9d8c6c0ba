/** A list that is loaded page by page. */
import { useState } from 'preact/hooks';
import { useLoad } from './use-load.js';

/**
 * @template T
 * @typedef {{ items: readonly T[], nextCursor: string | null }} Page
 */

/**
 * @template T
 * @param {(cursor: string | undefined, signal?: AbortSignal) => Promise<Page<T>>} load
 * @param {readonly unknown[]} inputs
 */
export const usePages = (load, inputs) => {
  const first = useLoad(async (signal) => load(undefined, signal), inputs);
  const [later, setLater] = useState(
    /** @type {{ after: unknown, items: readonly T[], nextCursor: string | null } | undefined} */ (undefined),
  );
  // Later pages are those of one first page.
  const valid = later?.after === first.value ? later : undefined;
  const next = valid === undefined ? first.value?.nextCursor : valid.nextCursor;
  const more = async () => {
    const page = await load(next ?? undefined);
    setLater({ after: first.value, items: [...(valid?.items ?? []), ...page.items], nextCursor: page.nextCursor });
  };
  const items = first.value === undefined ? undefined : [...first.value.items, ...(valid?.items ?? [])];
  return { items, error: first.error, loading: first.loading, reload: first.reload, hasMore: Boolean(next), more };
};
