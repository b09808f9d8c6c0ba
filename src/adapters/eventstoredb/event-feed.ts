/** The feed of all events: pages up to the present end, and from there on the tail that all followers share. */
import { Fault } from '../../kernel/faults.ts';
import { filterOf } from '../../kernel/log-tail.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { EventFeed, FeedBatch, FeedOptions } from '../../ports/event-feed.ts';
import type { AllPages } from './all-pages.ts';
import { readFault } from './server/faults.ts';
import type { LiveTail } from './live-tail.ts';
import type { LogPositions, Place } from './log-positions.ts';
import { NOTHING, type Seq } from './server/sequence.ts';

export type EventFeedDeps = {
  readonly positions: LogPositions;
  readonly pages: AllPages;
  readonly live: LiveTail;
  /** Why the feed is closed, once it is. */
  readonly refusal: () => Fault | undefined;
};

export const createEventFeed = ({ positions, pages, live, refusal }: EventFeedDeps): EventFeed => {
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    const closed = refusal();
    if (closed !== undefined) throw closed;
    try {
      return await work();
    } catch (error) {
      throw refusal() ?? readFault(error);
    }
  };

  /** Batches from the server, from a place to an end; returns the place that it has reached. */
  const batchesTo = async function* (
    end: () => Seq,
    from: Place,
    options: FeedOptions,
  ): AsyncGenerator<FeedBatch, Place> {
    let place = from;
    while (place.after < end() && !isAborted(options.signal)) {
      const here = place;
      const page = await asking(async () => pages.after(here, filterOf(options)));
      for (const batch of page.batches) {
        if (isAborted(options.signal)) return place;
        yield batch;
      }
      place = placeAt(page.lookedAt);
    }
    return place;
  };

  const read = async function* (position: Position, options: FeedOptions = {}): AsyncGenerator<FeedBatch> {
    const { end, place } = await asking(async () => ({
      end: await pages.lastOfOurs(),
      place: await positions.placeOf(position),
    }));
    yield* batchesTo(() => end, place, options);
  };

  const follow = async function* (position: Position, options: FeedOptions): AsyncGenerator<FeedBatch> {
    const { signal } = options;
    const filter = filterOf(options);
    const session = await asking(async () => live.session());
    let place = await asking(async () => positions.placeOf(position));
    while (!isAborted(signal)) {
      const fault = refusal() ?? session.fault();
      if (fault !== undefined) throw fault;
      // Until the shared tail reaches back to the place.
      place = yield* batchesTo(() => session.tail.from(), place, options);
      const slice = session.tail.after(place.after, filter);
      if (slice === undefined) {
        await session.woken(signal);
        // A position of an epoch to come has its place when that has come.
        if (place.from === 'to come') place = await asking(async () => positions.placeOf(position));
        continue;
      }
      place = placeAt(slice.through);
      if (!isAborted(signal)) yield { events: slice.events, through: positions.positionOf(slice.through) };
    }
  };

  const subscribe = async function* (position: Position, options: FeedOptions = {}): AsyncGenerator<FeedBatch> {
    if (isAborted(options.signal)) return;
    const leave = live.join();
    try {
      yield* follow(position, options);
    } finally {
      leave();
    }
  };

  const head = async (): Promise<Position> =>
    asking(async () => {
      await positions.look();
      const seq = await pages.lastOfOurs();
      return seq === NOTHING ? START : positions.positionOf(seq);
    });

  return Object.freeze({ read, subscribe, head });
};

const placeAt = (seq: Seq): Place => ({ after: seq, from: seq === NOTHING ? 'start' : seq });

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
