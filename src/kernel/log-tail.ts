/**
 * The last events of a log as objects, for readers that follow it live. All readers get the same objects. So an event
 * is decoded once, and a recent one needs no read of the store. Past its bounds the older half goes: seldom, so that a
 * push costs the same on average however long the tail is.
 */
import { categoryOf } from './event.ts';
import { limits } from './limits.ts';

/** The events that a reader wants, and how many at a time. */
export type Filter = { readonly categories: ReadonlySet<string> | undefined; readonly batchMax: number };

export const filterOf = (options: { readonly categories?: readonly string[]; readonly batchMax?: number }): Filter => ({
  categories: options.categories === undefined ? undefined : new Set(options.categories),
  batchMax: Math.max(1, options.batchMax ?? limits.feedBatchEventsMax),
});

/** A stream without a hyphen is none of ours, and of no category. */
const categoryIn = (stream: string): string => (stream.includes('-') ? categoryOf(stream) : '');

export const isWanted = ({ categories }: Filter, stream: string): boolean =>
  categories === undefined || categories.has(categoryIn(stream));

type Event = { readonly stream: string; readonly data: string; readonly metadata: string };

/** `S` is a place in the log. `through`: of the last event that was looked at. */
export type Slice<S, E> = { readonly events: readonly E[]; readonly through: S };

export type LogTail<S, E> = {
  /** Everything after this is held. */
  from(): S;
  /** The last event that is held, or `from`. */
  last(): S;
  push(seq: S, event: E): void;
  /** Forgets all: the events that come are those after `from`. */
  restart(from: S): void;
  /** Events after `seq`; undefined when there are none yet, wanted or not, and when the tail does not reach back. */
  after(seq: S, filter: Filter): Slice<S, E> | undefined;
};

/** `category`: cut out once, since every reader asks for it. */
type Entry<S, E> = { readonly seq: S; readonly event: E; readonly category: string };

export const createLogTail = <S extends number | string, E extends Event>(start: S): LogTail<S, E> => {
  let entries: Entry<S, E>[] = [];
  let from = start;
  let chars = 0;

  const trim = (): void => {
    while (entries.length > limits.feedTailEventsMax || chars > limits.feedTailBytesMax) {
      const cut = Math.ceil(entries.length / 2);
      for (const { seq, event } of entries.slice(0, cut)) {
        chars -= charsOf(event);
        from = seq;
      }
      entries = entries.slice(cut);
    }
  };

  /** The first entry after `seq`. */
  const indexAfter = (seq: S): number => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle] as Entry<S, E>).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    from: () => from,
    last: () => entries.at(-1)?.seq ?? from,
    push: (seq, event) => {
      entries.push({ seq, event, category: categoryIn(event.stream) });
      chars += charsOf(event);
      trim();
    },
    restart: (anew) => {
      entries = [];
      from = anew;
      chars = 0;
    },
    after: (seq, filter) => {
      if (seq < from) return undefined;
      const { categories, batchMax } = filter;
      const events: E[] = [];
      let through: S | undefined;
      for (let at = indexAfter(seq); at < entries.length && events.length < batchMax; at += 1) {
        const entry = entries[at] as Entry<S, E>;
        if (categories === undefined || categories.has(entry.category)) events.push(entry.event);
        through = entry.seq;
      }
      return through === undefined ? undefined : { events, through };
    },
  };
};

const charsOf = ({ data, metadata }: Event): number => data.length + metadata.length;
