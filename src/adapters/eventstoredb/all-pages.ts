/** Reads of the whole log in pages. The server's own events are passed over, and never are a position of ours. */
import type { FeedBatch } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { EPOCH_STREAM } from '../../kernel/epochs.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type Filter, isWanted } from '../../kernel/log-tail.ts';
import { type Calls, isSystem, type LogEvent, type Page } from './server/calls.ts';
import type { LogPositions, Place } from './log-positions.ts';
import { toStored } from './stored.ts';
import { NOTHING, type Seq } from './server/sequence.ts';

/** Events that a page looks at for a reader that takes few at a time: one call costs as much as these. */
const PAGE_EVENTS_MIN = 100;
/** How far back an event of ours is looked for at first: mostly the last of all is one. */
const BACKWARDS = [1, 32];

export type AllPage = {
  readonly batches: readonly FeedBatch[];
  /** The last event that was looked at, the server's own included: past the place where there was one. */
  readonly lookedAt: Seq;
};

export type NextPage = {
  readonly events: readonly LogEvent[];
  /** There may be more right now. */
  readonly isFull: boolean;
};

export type AllPages = {
  /** The next event, the server's own included; undefined when there is none yet. */
  next(after: Seq): Promise<NextPage>;
  /** Events after a place, after which there are some. Fault `unavailable` when there are none all the same. */
  after(place: Place, filter: Filter): Promise<AllPage>;
  /** The last event of all, of any owner. */
  last(): Promise<Seq>;
  /** The last event that is none of the server's own. */
  lastOfOurs(): Promise<Seq>;
};

/** Errors are the client's own. */
export const createAllPages = ({ read }: Pick<Calls, 'read'>, positions: LogPositions): AllPages => {
  /** The last of ours. */
  let known = NOTHING;
  /** An event of the log: between it and `known` there is none of ours. */
  let lookedTo = NOTHING;

  const next = async (seq: Seq): Promise<NextPage> => {
    // The one at the place itself comes along.
    const count = limits.eventStorePageEventsMax + 1;
    const from = seq === NOTHING ? 'start' : seq;
    const { events, cut } = await read({ of: 'all', from, direction: 'forwards', count });
    return { events: events.filter((event) => event.seq > seq), isFull: cut || events.length === count };
  };

  const after = async (place: Place, filter: Filter): Promise<AllPage> => {
    const wanted = Math.min(Math.max(filter.batchMax, PAGE_EVENTS_MIN), limits.eventStorePageEventsMax);
    // The one at the place itself comes along.
    const from = place.from === 'to come' ? 'end' : place.from;
    const page = await read({ of: 'all', from, direction: 'forwards', count: wanted + 1 });
    const batches = createBatches(positions, filter);
    let lookedAt = place.after;
    for (const event of page.events) {
      if (event.seq <= place.after) continue;
      lookedAt = event.seq;
      if (!isSystem(event)) batches.add(event);
    }
    // A read may end early without an error: no reader may take that for the end of the log.
    if (lookedAt === place.after) throw new Fault('unavailable', 'the event store has not given all of its events');
    return { batches: batches.all(), lookedAt };
  };

  const last = async (): Promise<Seq> => {
    const { events } = await read({ of: 'everyone', from: 'end', direction: 'backwards', count: 1 });
    return events[0]?.seq ?? NOTHING;
  };

  /** The events from a place on, and whether these are all: a read may end early without an error. */
  const lookForwards = async (from: Seq | 'start', end: Seq): Promise<Page & { readonly isWhole: boolean }> => {
    const count = limits.eventStoreSmallReadEventsMax;
    const look = async (): Promise<Page> => read({ of: 'all', from, direction: 'forwards', count });
    const page = await look();
    const isFull = page.events.length === count || page.cut;
    const reaches = (page.events.at(-1)?.seq ?? NOTHING) >= end;
    // It shows no events that others have written after ours: only another look can tell.
    const isWhole = !isFull && (reaches || (await look()).events.length === page.events.length);
    return { ...page, isWhole };
  };

  /** Mostly little has come since the last look, or the last event is ours: neither takes a long search backwards. */
  const lastOfOurs = async (): Promise<Seq> => {
    const end = await last();
    // A log that ends before a known event was restored: the known events are of another log.
    if (end < lookedTo) [known, lookedTo] = [NOTHING, NOTHING];
    if (end === lookedTo) return known;
    const { events, isWhole } = await lookForwards(lookedTo === NOTHING ? 'start' : lookedTo, end);
    const found = isWhole
      ? events.findLast((event) => !isSystem(event))?.seq
      : await lastOfOursBefore(read, 'end', known);
    // Looks that are under way at once may end in any order.
    if (found !== undefined && found > known) known = found;
    if (isWhole && end > lookedTo) lookedTo = end;
    if (known > lookedTo) lookedTo = known;
    return known;
  };

  return { next, after, last, lastOfOurs };
};

/**
 * The last event, of those from a place backwards, that is none of the server's own; `known` when there is none after
 * it. Errors are the client's own.
 */
export const lastOfOursBefore = async (read: Calls['read'], start: Seq | 'end', known = NOTHING): Promise<Seq> => {
  let from = start;
  for (let attempt = 0; ; attempt += 1) {
    const count = BACKWARDS[attempt] ?? limits.eventStorePageEventsMax;
    const { events, cut } = await read({ of: 'all', from, direction: 'backwards', count });
    const ours = events.find((event) => !isSystem(event));
    if (ours !== undefined) return ours.seq;
    if (events.length < count && !cut) return NOTHING;
    from = events.at(-1)?.seq ?? from;
    if (from !== 'end' && from <= known) return known;
  }
};

type Batches = {
  add(event: LogEvent): void;
  all(): readonly FeedBatch[];
};

/** Cuts a page into batches, each of which says how far it has looked. */
const createBatches = (positions: LogPositions, filter: Filter): Batches => {
  const batches: FeedBatch[] = [];
  let events: StoredEvent[] = [];
  let through: Seq | undefined;

  const close = (): void => {
    if (through === undefined) return;
    batches.push({ events, through: positions.positionOf(through) });
    events = [];
    through = undefined;
  };

  return {
    add: (event) => {
      if (events.length === filter.batchMax) close();
      noteMarker(positions, event);
      through = event.seq;
      if (isWanted(filter, event.stream)) events.push(toStored(event, positions.positionOf(event.seq)));
    },
    all: () => {
      close();
      return batches;
    },
  };
};

/** Before the event has a position: it may be the first of a new epoch. */
export const noteMarker = (positions: LogPositions, event: LogEvent): void => {
  if (event.stream === EPOCH_STREAM) positions.note(event);
};
