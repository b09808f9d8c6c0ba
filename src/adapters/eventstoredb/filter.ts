/** Whose events a reader of the log wants. */
import { categoryOf } from '../../kernel/event.ts';
import { limits } from '../../kernel/limits.ts';
import type { FeedOptions } from '../../ports/event-feed.ts';

export type Filter = { readonly categories: ReadonlySet<string> | undefined; readonly batchMax: number };

export const filterOf = ({ categories, batchMax }: FeedOptions): Filter => ({
  categories: categories === undefined ? undefined : new Set(categories),
  batchMax: Math.max(1, batchMax ?? limits.feedBatchEventsMax),
});

/** A stream without a hyphen is none of ours, and of no category. */
export const isWanted = ({ categories }: Filter, stream: string): boolean =>
  categories === undefined || (stream.includes('-') && categories.has(categoryOf(stream)));
