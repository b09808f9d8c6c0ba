/**
 * Watches event stores and feeds of one log while anything at all goes on, and notes what breaks their contract.
 * One observer may watch several handles on a log; it believes nothing but what the handles answered.
 */
import { isFault } from '../../../src/kernel/faults.ts';
import { type ExpectedRevision, firstRevisionAfter, type Position } from '../../../src/kernel/position.ts';
import type { EventFeed, FeedBatch } from '../../../src/ports/event-feed.ts';
import type { AppendResult, EncodedEvent, EventStore, StoredEvent } from '../../../src/ports/event-store.ts';

type Handle = { readonly store: EventStore; readonly feed: EventFeed };

type Known = {
  /** By revision: what was answered to be there. */
  readonly events: (EncodedEvent & { position?: Position })[];
  /** Appends under way: their outcome is not known yet. */
  open: number;
  /** Raised by each append that begins or ends. */
  moves: number;
};

export type LogObserver = {
  /** The same handle, watched. */
  watch(handle: Handle): Handle;
  /** The promises broken so far. */
  violations(): readonly string[];
  /** Compares the whole log with what was answered. No append may be under way. */
  finish(handle: Handle): Promise<readonly string[]>;
};

export const createLogObserver = (): LogObserver => {
  const streams = new Map<string, Known>();
  /** Ids that some append carried, whether it was answered or not. */
  const asked = new Set<string>();
  const broken: string[] = [];
  let lastPosition: Position = '';

  const claim = (holds: boolean, what: string): void => {
    if (!holds) broken.push(what);
  };

  const knownOf = (stream: string): Known => {
    const known = streams.get(stream) ?? { events: [], open: 0, moves: 0 };
    streams.set(stream, known);
    return known;
  };

  const answered = (
    stream: string,
    first: number,
    events: readonly EncodedEvent[],
    result: AppendResult,
    acknowledged: Position,
  ): void => {
    const known = knownOf(stream);
    claim(result.revision === first + events.length - 1, `${stream}: revision ${result.revision} is not the last one`);
    const repeat = known.events[result.revision]?.position;
    claim(repeat === undefined || repeat === result.position, `${stream}@${result.revision}: answered two positions`);
    claim(repeat !== undefined || result.position > acknowledged, `${stream}: ${result.position} is not a later one`);
    events.forEach((event, index) => {
      const held = known.events[first + index];
      claim(held === undefined || held.id === event.id, `${stream}@${first + index}: answered to two appends`);
      known.events[first + index] ??= { ...event };
    });
    Object.assign(known.events[result.revision] ?? {}, { position: result.position });
    if (result.position > lastPosition) lastPosition = result.position;
  };

  const watchAppend = async (
    store: EventStore,
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<AppendResult> => {
    const known = knownOf(stream);
    const first = firstRevisionAfter(expected);
    const [endBefore, alone, movesBefore] = [known.events.length, known.open === 0, (known.moves += 1)];
    const acknowledged = lastPosition;
    known.open += 1;
    for (const { id } of events) asked.add(id);
    try {
      const result = await store.append(stream, expected, events);
      answered(stream, first, events, result, acknowledged);
      return result;
    } catch (error) {
      const undisturbed = alone && known.moves === movesBefore;
      claim(!(isFault(error, 'conflict') && undisturbed && first === endBefore), `${stream}@${first}: no conflict`);
      throw error;
    } finally {
      known.open -= 1;
      known.moves += 1;
    }
  };

  const matches = (event: StoredEvent): boolean => {
    const held = knownOf(event.stream).events[event.revision];
    if (held === undefined) return asked.has(event.id);
    const same = held.id === event.id && held.type === event.type;
    const bytes = held.data === event.data && held.metadata === event.metadata;
    return same && bytes && (held.position ?? event.position) === event.position;
  };

  const watchRead = async function* (
    store: EventStore,
    stream: string,
    options: Parameters<EventStore['readStream']>[1] = {},
  ): AsyncGenerator<StoredEvent> {
    const atLeast = knownOf(stream).events.length;
    const step = options.direction === 'backwards' ? -1 : 1;
    let last: number | undefined;
    let count = 0;
    for await (const event of store.readStream(stream, options)) {
      claim(matches(event), `${stream}@${event.revision}: read what was not written`);
      claim(last === undefined || event.revision === last + step, `${stream}: ${event.revision} after ${last}`);
      last = event.revision;
      count += 1;
      yield event;
    }
    const whole = options.from === undefined && options.limit === undefined;
    claim(!whole || count >= atLeast, `${stream}: read ${count} of ${atLeast} answered events`);
  };

  const watchHead = async (store: EventStore, stream: string): Promise<AppendResult | undefined> => {
    const atLeast = knownOf(stream).events.length - 1;
    const head = await store.head(stream);
    claim((head?.revision ?? -1) >= atLeast, `${stream}: head ${head?.revision} behind ${atLeast}`);
    return head;
  };

  const watchBatches = async function* (from: Position, batches: AsyncIterable<FeedBatch>): AsyncGenerator<FeedBatch> {
    const revisions = new Map<string, number>();
    let at = from;
    for await (const batch of batches) {
      for (const event of batch.events) {
        const { stream, revision, position } = event;
        claim(position > at, `feed: ${position} after ${at}`);
        claim(matches(event), `feed: ${stream}@${revision} is not what was written`);
        const before = revisions.get(stream);
        claim(before === undefined || revision === before + 1, `feed: ${stream}@${revision} after ${before}`);
        revisions.set(stream, revision);
        at = position;
      }
      claim(batch.through >= at, `feed: through ${batch.through} before ${at}`);
      at = batch.through;
      yield batch;
    }
  };

  const watch = ({ store, feed }: Handle): Handle => ({
    store: {
      append: async (stream, expected, events) => watchAppend(store, stream, expected, events),
      readStream: (stream, options) => watchRead(store, stream, options),
      head: async (stream) => watchHead(store, stream),
    },
    feed: {
      read: (position, options) => watchBatches(position, feed.read(position, options)),
      subscribe: (position, options) => watchBatches(position, feed.subscribe(position, options)),
      head: async () => feed.head(),
    },
  });

  const finish = async (handle: Handle): Promise<readonly string[]> => {
    const found = new Map<string, StoredEvent[]>();
    for await (const { events } of watch(handle).feed.read('')) {
      for (const event of events) found.set(event.stream, [...(found.get(event.stream) ?? []), event]);
    }
    for (const [stream, { events }] of streams) {
      const stored = found.get(stream) ?? [];
      // Unanswered appends may be there as well, but only after a fault other than a conflict.
      claim(stored.length === events.length, `${stream}: ${stored.length} events, answered ${events.length}`);
      claim(
        events.every(({ id }, revision) => id === stored[revision]?.id),
        `${stream}: not what was answered`,
      );
    }
    return broken;
  };

  return { watch, violations: () => broken, finish };
};
