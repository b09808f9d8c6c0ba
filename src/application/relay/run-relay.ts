/**
 * The relay: publishes the log to its topics, in order, and never passes over an event.
 *
 * comparing  Reads its mark and the present ends of the topics. A topic is lost when it ends earlier than it did, or is
 *            gone, or has records without a mark. Then the whole log is published again.
 * following  Publishes the events of the feed. Every `limits.relayMarkEveryMs` with news, and now and then without, it
 *            compares again, and only then saves its mark: position and ends together are true. A publish before the
 *            known end proves that the topic was lost unseen: that ends the session.
 * resting    A step failed: events not known to be published are published again after a while.
 * stopped    It was closed.
 *
 * A crash publishes events past the mark again, and two relays publish everything twice. Neither does harm: within a
 * partition a reader drops every sequence at or below the highest that it has seen.
 */
import { waitAfter } from '../../kernel/again.ts';
import { eventBytes } from '../../kernel/append-bounds.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { createGate } from '../../kernel/gate.ts';
import { limits } from '../../kernel/limits.ts';
import { type Position, START } from '../../kernel/position.ts';
import type { Clock, Logger, Metrics, Timers } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { EventPublisher, PublishedPartition, PublishedRecords } from '../../ports/event-publisher.ts';
import type { StoredEvent } from '../../ports/event-store.ts';

export type RelayDeps = {
  readonly feed: Pick<EventFeed, 'subscribe' | 'head'>;
  readonly publisher: EventPublisher;
  readonly timers: Timers;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Logger;
  readonly metrics?: Metrics;
};

type RelayState =
  | { readonly kind: 'comparing' | 'following' | 'stopped' }
  /** Since the last success; readiness is red. */
  | { readonly kind: 'resting'; readonly error: unknown };

export type Relay = {
  /** Of the last event that is known to be published; START before the first. */
  position(): Position;
  state(): RelayState;
  /** Ends after the batch under way, and saves the mark. The publisher stays open. */
  close(): Promise<void>;
};

/** Begins at once, and by itself again after every fault: it waits for servers that are down at the start. */
export const runRelay = (deps: RelayDeps): Relay => {
  const { feed, publisher, timers, clock, logger, metrics } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Between a publish and its update of the ends no comparison may run. */
  const alone = createGate({ placesMax: 1, waitingMax: limits.relayWaitersMax });
  let state: RelayState = { kind: 'comparing' };
  let position: Position = START;
  /** The ends of the last mark and of later publishes; undefined until a mark was read or saved. */
  let known: readonly PublishedPartition[] | undefined;
  /** Topics in which events of this relay are before the known end: lost, even when they have grown again. */
  let astray: readonly string[] = [];
  let marked: Position = START;
  let lookedAt = 0;
  let failures = 0;

  const pause = async (ms: number, until = signal): Promise<void> => timers.sleep(ms, until).catch(() => undefined);

  const save = async (ends: readonly PublishedPartition[]): Promise<void> => {
    if (position !== marked || known === undefined) await publisher.saveMark({ position, endOffsets: ends });
    marked = position;
    known = ends;
    lookedAt = clock.monotonic();
  };

  /** While nothing is being published. A topic that seems lost ends the session: the next one makes sure. */
  const look = async (): Promise<void> => {
    const ends = await publisher.endOffsets();
    const lost = [...astray, ...lostTopics(known ?? [], ends)];
    if (lost.length > 0) throw new Fault('unavailable', `topics seem to be lost: ${lost.join(', ')}`);
    await save(ends);
  };

  /** Finds where to go on. Topics count as lost when two looks say so: a change of leaders may show an older end. */
  const compare = async (): Promise<void> => {
    let ends = await publisher.endOffsets();
    let lost = await lostAt(ends);
    if (lost !== undefined) {
      await pause(limits.relayLookAgainMs);
      signal.throwIfAborted();
      ends = await publisher.endOffsets();
      lost = await lostAt(ends);
    }
    if (lost !== undefined) {
      startAgain(lost, ends);
    } else if (position > (await feed.head())) {
      // The log was set back without a new epoch: its next events would hide behind those that readers have seen.
      throw new Fault('corrupt', 'the topics are ahead of the log');
    }
    await save(ends);
    astray = [];
  };

  /** Takes up the mark, if there is none in memory; the topics that were lost, if any were. */
  const lostAt = async (ends: readonly PublishedPartition[]): Promise<readonly string[] | undefined> => {
    const mark = await publisher.mark();
    if (mark === undefined) {
      const isFirst = known === undefined && recordsIn(ends) === 0n;
      return isFirst ? undefined : [...new Set(ends.map(({ topic }) => topic))];
    }
    if (known === undefined) {
      known = mark.endOffsets;
      position = mark.position;
      marked = mark.position;
    }
    const lost = [...new Set([...astray, ...lostTopics(known, ends)])];
    return lost.length > 0 ? lost : undefined;
  };

  const startAgain = (lost: readonly string[], ends: readonly PublishedPartition[]): void => {
    const records = ends.filter(({ topic, endOffset }) => lost.includes(topic) && endOffset !== '0');
    logger.error(
      { topics: lost, published: position, notEmpty: records },
      'topics were lost: the whole log is published again; one that is not empty now should be made anew',
    );
    metrics?.count('pi_relay_losses_total');
    position = START;
    known = undefined;
  };

  const publish = async (events: readonly StoredEvent[]): Promise<void> => {
    const places = await publisher.publish(events);
    astray = misplaced(known ?? [], places);
    if (astray.length > 0) throw new Fault('unavailable', `topics were lost before a publish: ${astray.join(', ')}`);
    known = withAdded(known ?? [], places);
    position = events.at(-1)?.position ?? position;
    failures = 0;
    metrics?.count('pi_relay_events_total', {}, events.length);
  };

  /** Saves the mark of the published events, also without later ones, and notices losses while the log is idle. */
  const keepWatch = async (until: AbortSignal): Promise<void> => {
    for (;;) {
      await pause(limits.relayMarkEveryMs, until);
      if (until.aborted) return;
      if (position === marked && clock.monotonic() - lookedAt < limits.relayLookEveryMs) continue;
      await alone.run(look);
      failures = 0;
    }
  };

  const follow = async (): Promise<void> => {
    const leaving = new AbortController();
    const until = AbortSignal.any([signal, leaving.signal]);
    const watching = keepWatch(until).catch((error: unknown) => {
      leaving.abort();
      throw error;
    });
    // It may fail before a caller waits for it.
    watching.catch(() => undefined);
    try {
      state = { kind: 'following' };
      const options = { batchMax: limits.relayBatchEventsMax, signal: until };
      for await (const { events } of feed.subscribe(position, options)) {
        for (const part of partsOf(events)) {
          if (until.aborted) break;
          await alone.run(async () => publish(part));
        }
      }
    } finally {
      leaving.abort();
      await watching.catch(() => undefined);
    }
    await watching;
    if (!signal.aborted) throw new Fault('unavailable', 'the feed ended');
  };

  const rest = async (error: unknown): Promise<void> => {
    state = { kind: 'resting', error };
    // Only an operator repairs corrupt data.
    const level = isFault(error, 'corrupt') ? 'error' : 'warn';
    logger[level]({ err: error, position, failures }, 'the relay rests, and publishes again from where it was');
    metrics?.count('pi_relay_faults_total');
    failures += 1;
    await pause(waitAfter(failures, limits.relayBackoffMs));
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        state = { kind: 'comparing' };
        await compare();
        await follow();
      } catch (error) {
        if (!signal.aborted) await rest(error);
      }
    }
    // Without it the next start publishes a little again.
    if (position !== marked) await look().catch((error: unknown) => logger.warn({ err: error }, 'no last mark'));
    state = { kind: 'stopped' };
  };

  const running = run();
  return Object.freeze({
    position: () => position,
    state: () => state,
    close: async () => {
      stopping.abort();
      await running;
    },
  });
};

/** A batch in parts that are small enough to be published in one go; their order is kept. */
const partsOf = (events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] => {
  const parts: StoredEvent[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    bytes += eventBytes(event);
    if (bytes > limits.relayBatchBytesMax) {
      parts.push([]);
      bytes = eventBytes(event);
    }
    parts.at(-1)?.push(event);
  }
  return parts;
};

/**
 * A relay's knowledge of the ends of its topics. Records are only ever added. So a partition that ends earlier than
 * it did is another one under the same name: its topic was lost. The relay's own records move the known ends, so a
 * lost topic shows although it has grown again since.
 */
type Ends = readonly PublishedPartition[];

/** The ends after records were added; of each partition the latest. */
export const withAdded = (known: Ends, added: readonly PublishedRecords[]): Ends => {
  const ends = new Map(known.map((one) => [nameOf(one), one]));
  for (const { topic, partition, endOffset } of added) {
    const before = ends.get(nameOf({ topic, partition }))?.endOffset ?? -1;
    if (BigInt(endOffset) > BigInt(before)) ends.set(nameOf({ topic, partition }), { topic, partition, endOffset });
  }
  return [...ends.values()];
};

/** The lost topics, in order; empty when all is well. Others may have published meanwhile. */
export const lostTopics = (known: Ends, now: Ends): readonly string[] => {
  const present = new Map(now.map((one) => [nameOf(one), one]));
  return topicsIn(known.filter((one) => BigInt(present.get(nameOf(one))?.endOffset ?? -1) < BigInt(one.endOffset)));
};

/** The topics in which records were added before the known end, in order: certainly lost. */
export const misplaced = (known: Ends, added: readonly PublishedRecords[]): readonly string[] => {
  const ends = new Map(known.map((one) => [nameOf(one), one.endOffset]));
  return topicsIn(added.filter((one) => BigInt(one.firstOffset) < BigInt(ends.get(nameOf(one)) ?? 0)));
};

/** Records that were ever in the topics. */
export const recordsIn = (ends: Ends): bigint => ends.reduce((sum, one) => sum + BigInt(one.endOffset), 0n);

const topicsIn = (ends: Ends): readonly string[] => [...new Set(ends.map(({ topic }) => topic))].toSorted();

const nameOf = ({ topic, partition }: Pick<PublishedPartition, 'topic' | 'partition'>): string =>
  `${topic}/${partition}`;
