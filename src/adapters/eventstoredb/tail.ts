/**
 * The last events of the log as objects, for followers. All followers get the same objects, so an event is decoded
 * once. Past its bounds the older half goes; a reader that still needs it asks the server.
 */
import { limits } from '../../kernel/limits.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { type Filter, isWanted } from './filter.ts';
import type { Seq } from './server/sequence.ts';

export type TailSlice = {
  readonly events: readonly StoredEvent[];
  /** Of the last event that the slice has looked at. */
  readonly through: Seq;
};

export type Tail = {
  /** Everything after this is held. */
  from(): Seq;
  push(seq: Seq, event: StoredEvent): void;
  /** Events after `seq`, which is not before `from`; undefined when there are none yet, wanted or not. */
  after(seq: Seq, filter: Filter): TailSlice | undefined;
};

type Entry = { readonly seq: Seq; readonly event: StoredEvent };

export const createTail = (start: Seq): Tail => {
  let entries: Entry[] = [];
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
  const indexAfter = (seq: Seq): number => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle] as Entry).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    from: () => from,
    push: (seq, event) => {
      entries.push({ seq, event });
      chars += charsOf(event);
      trim();
    },
    after: (seq, filter) => {
      const found: StoredEvent[] = [];
      let through: Seq | undefined;
      for (let index = indexAfter(seq); index < entries.length && found.length < filter.batchMax; index += 1) {
        const entry = entries[index] as Entry;
        if (isWanted(filter, entry.event.stream)) found.push(entry.event);
        through = entry.seq;
      }
      return through === undefined ? undefined : { events: found, through };
    },
  };
};

const charsOf = ({ data, metadata }: StoredEvent): number => data.length + metadata.length;
