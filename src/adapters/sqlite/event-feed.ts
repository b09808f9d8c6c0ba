/**
 * The feed of all events: from the tail in memory where that reaches back, else from the file. A subscriber that has
 * caught up waits for a commit of this process, or for the poll for other processes'.
 */
import { limits } from '../../kernel/limits.ts';
import { type Filter, filterOf, type Slice } from '../../kernel/log-tail.ts';
import type { Position, Revision } from '../../kernel/position.ts';
import type { Timers } from '../../ports/basics.ts';
import type { EventFeed, FeedBatch, FeedOptions } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { type Rows, rows } from './database.ts';
import type { ForeignPoll } from './foreign-poll.ts';
import type { LogState } from './log-state.ts';

type Row = readonly [
  seq: number,
  stream: string,
  revision: Revision,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** Bytes (as characters) after which a page from the file is handed over. */
const PAGE_CHARS_MAX = 4 * 1024 * 1024;

export type EventFeedDeps = { readonly state: LogState; readonly timers: Timers; readonly poll: ForeignPoll };

export const createEventFeed = ({ state, timers, poll }: EventFeedDeps): EventFeed => {
  const { database, positions, tail } = state;
  const columns = 'SELECT seq, stream, revision, id, type, data, metadata FROM events';
  const page = rows<Row>(database, `${columns} WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`);
  const pagesOf = new Map<number, Rows<Row>>();

  /** Of so many categories. A comparison of texts costs a fraction of cutting the category out of each. */
  const pageOf = (count: number): Rows<Row> => {
    const ranges = Array.from({ length: count }, () => '(+stream > ? AND +stream < ?)').join(' OR ') || 'FALSE';
    const statement =
      pagesOf.get(count) ??
      rows<Row>(database, `${columns} WHERE seq > ? AND seq <= ? AND (${ranges}) ORDER BY seq LIMIT ?`);
    pagesOf.set(count, statement);
    return statement;
  };

  const fromDisk = (seq: number, lastSeq: number, filter: RangeFilter): Slice<number, StoredEvent> => {
    const end = Math.min(lastSeq, seq + limits.feedScanRowsMax);
    const found =
      filter.ranges === undefined
        ? page.iterate(seq, end, filter.batchMax)
        : pageOf(filter.ranges.length / 2).iterate(seq, end, ...filter.ranges, filter.batchMax);
    const events: StoredEvent[] = [];
    let through = seq;
    let chars = 0;
    for (const [at, stream, revision, id, type, data, metadata] of found) {
      events.push({ id, type, data, metadata, stream, revision, position: positions.positionOf(at) });
      through = at;
      chars += data.length + metadata.length;
      if (chars >= PAGE_CHARS_MAX) return { events, through };
    }
    return { events, through: events.length === filter.batchMax ? through : end };
  };

  const toBatch = ({ events, through }: Slice<number, StoredEvent>): FeedBatch => ({
    events,
    through: positions.positionOf(through),
  });

  const read = async function* (position: Position, options: FeedOptions = {}): AsyncGenerator<FeedBatch> {
    const filter = rangeFilterOf(options);
    const { start, end } = await state.reading(() => {
      state.lookForForeign();
      return { start: positions.seqAt(position), end: state.headSeq() };
    });
    for (let seq = start; seq < end;) {
      if (options.signal?.aborted === true) return;
      const from = seq;
      const slice = await state.reading(() => fromDisk(from, end, filter));
      yield toBatch(slice);
      seq = slice.through;
      await timers.nextTurn();
    }
  };

  /** The next events after a sequence number that is behind the head. */
  const next = async (seq: number, filter: RangeFilter): Promise<Slice<number, StoredEvent>> => {
    const live = tail.after(seq, filter);
    if (live !== undefined) return live;
    // A long catch-up must not keep the event loop to itself.
    await timers.nextTurn();
    return state.reading(() => fromDisk(seq, state.followSeq(), filter));
  };

  const subscribe = async function* (position: Position, options: FeedOptions = {}): AsyncGenerator<FeedBatch> {
    const { signal } = options;
    const aborted = (): boolean => signal?.aborted === true;
    const filter = rangeFilterOf(options);
    const leave = poll();
    try {
      await state.reading(() => state.lookForForeign());
      let at = position;
      while (!aborted()) {
        const seq = await state.reading(() => positions.seqAt(at));
        if (seq >= state.followSeq()) {
          await state.woken(signal);
          continue;
        }
        const batch = toBatch(await next(seq, filter));
        if (!aborted()) yield batch;
        at = batch.through;
      }
    } finally {
      leave();
    }
  };

  const head = async (): Promise<Position> =>
    state.reading(() => {
      state.lookForForeign();
      return state.headSeq() === 0 ? '' : positions.positionOf(state.headSeq());
    });

  return Object.freeze({ read, subscribe, head, isNext: positions.isNext });
};

/** `ranges`: the streams of its categories as ranges of text, each with its beginning and its end (exclusive). */
type RangeFilter = Filter & { readonly ranges: readonly string[] | undefined };

const rangeFilterOf = (options: FeedOptions): RangeFilter => ({
  ...filterOf(options),
  // '.' is the character after '-'.
  ranges: options.categories?.flatMap((category) => [`${category}-`, `${category}.`]),
});
