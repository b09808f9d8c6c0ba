/**
 * The last events of the log as objects, for readers that follow it live. All readers get the same objects. So an event
 * is decoded once, and recent events need no read of the disk.
 */
import { categoryOf } from '../../kernel/event.ts';
import { limits } from '../../kernel/limits.ts';
import type { StoredEvent } from '../../ports/event-store.ts';

export type TailSlice = {
  readonly events: readonly StoredEvent[];
  /** The sequence number up to which the slice has looked. */
  readonly throughSeq: number;
};

export type Tail = {
  /** Takes events with the sequence numbers from `firstSeq` on; a gap before them drops the held events. */
  push(firstSeq: number, events: readonly StoredEvent[]): void;
  /** At most `countMax` events after `seq` of these categories, or undefined if the tail does not reach back. */
  after(seq: number, categories: ReadonlySet<string> | undefined, countMax: number): TailSlice | undefined;
};

export const createTail = (): Tail => {
  let events: StoredEvent[] = [];
  let categories: string[] = [];
  let firstSeq = 1;
  let chars = 0;

  /** Cuts the older half: seldom, so that a push costs the same on average however long the tail is. */
  const trim = (): void => {
    while (events.length > limits.feedTailEventsMax || chars > limits.feedTailBytesMax) {
      const cut = Math.ceil(events.length / 2);
      for (let i = 0; i < cut; i += 1) chars -= charsOf(events[i]);
      events = events.slice(cut);
      categories = categories.slice(cut);
      firstSeq += cut;
    }
  };

  const push = (first: number, fresh: readonly StoredEvent[]): void => {
    if (first !== firstSeq + events.length) {
      events = [];
      categories = [];
      chars = 0;
      firstSeq = first;
    }
    for (const event of fresh) {
      events.push(event);
      categories.push(categoryOf(event.stream));
      chars += charsOf(event);
    }
    trim();
  };

  const after = (seq: number, wanted: ReadonlySet<string> | undefined, countMax: number): TailSlice | undefined => {
    if (seq + 1 < firstSeq || seq + 1 >= firstSeq + events.length) return undefined;
    const found: StoredEvent[] = [];
    let index = seq + 1 - firstSeq;
    for (; index < events.length && found.length < countMax; index += 1) {
      if (wanted === undefined || wanted.has(categories[index] ?? '')) found.push(events[index] as StoredEvent);
    }
    return { events: found, throughSeq: firstSeq + index - 1 };
  };

  return { push, after };
};

const charsOf = (event: StoredEvent | undefined): number =>
  event === undefined ? 0 : event.data.length + event.metadata.length;
