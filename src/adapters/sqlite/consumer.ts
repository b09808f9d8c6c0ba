/**
 * One consumer: the partitions that this member owns of one topic, for one group.
 *
 * For each owned partition it keeps how far the feed was read (`seen`). One subscription serves all partitions: it
 * starts at the lowest of them, and what a partition has seen is passed over. When a partition is gained whose offset
 * lies behind the subscription, the subscription starts again.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, type Position } from '../../kernel/position.ts';
import { categoriesOf, topicsOf } from '../../kernel/topics.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { EventFeed, FeedBatch } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { ConsumeOptions } from '../../ports/message-log.ts';
import type { DeadLetters, Redriven } from './dead-letters.ts';
import { createDelivery } from './delivery.ts';
import type { Members } from './members.ts';
import type { Offset, Offsets } from './offsets.ts';
import { partitionOf, partitionsOf } from './partitions.ts';

export type ConsumerDeps = {
  readonly feed: EventFeed;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly offsets: Offsets;
  readonly letters: DeadLetters;
  readonly members: Members;
  /** This process's name among the members. */
  readonly self: string;
};

export type PartitionedConsumer = {
  /** Beats, takes or gives back partitions, picks up what was redriven. */
  beat(): Promise<void>;
  /** Offsets that have moved since they were last asked for; without `all`, only those that messages have moved. */
  progress(all: boolean): readonly Offset[];
  /** Hands over again what was redriven. */
  redeliver(): Promise<void>;
  lag(): number;
  stop(): Promise<void>;
};

/** Events taken from the feed at once: more would only overshoot the bound on what is read ahead. */
const BATCH_EVENTS = 256;

export const consumerName = ({ group, topic }: { group: string; topic: string }): string => `${topic}/${group}`;

export const startConsumer = (consume: ConsumeOptions, deps: ConsumerDeps): PartitionedConsumer => {
  const { topic, group, types } = consume;
  const { feed, timers, clock, logger, offsets, letters, members, self } = deps;
  const consumer = consumerName(consume);
  const categories = categoriesOf(topic);
  const stopping = new AbortController();
  /** By owned partition: how far the feed was read for it. */
  const seen = new Map<number, Position>();
  /** By partition: the offset that was last reported. */
  const reported = new Map<number, Position>();
  /** Partitions with messages since their last report. */
  const touched = new Set<number>();
  /** Dead letters whose event is being fetched. */
  const redelivering = new Set<string>();
  let lastBeatAt = clock.monotonic();
  let subscription = new AbortController();
  let assigned: (() => void) | undefined;

  const delivery = createDelivery({
    consume,
    timers,
    // A process that was stopped for a while does not know what it has lost: it has lost everything by its own clock.
    stillOwned: ({ partition }) => seen.has(partition) && clock.monotonic() - lastBeatAt < limits.memberSilenceMaxMs,
    bury: async (entry, reason) => {
      logger.error({ topic, group, position: entry.event.position, reason }, 'a message went to the dead letters');
      await letters.bury({ consumer, group, topic }, entry, reason);
    },
    unbury: letters.unbury,
  });

  const take = ({ events, through }: FeedBatch): void => {
    for (const event of events) {
      // Most events of a topic are nothing to a reaction: they cost it one look-up.
      if (types?.has(event.type) === false || !topicsOf(event).includes(topic)) continue;
      const partition = partitionOf(event.stream);
      const before = seen.get(partition);
      if (before === undefined || event.position <= before) continue;
      seen.set(partition, event.position);
      touched.add(partition);
      delivery.offer({ event, partition, before });
    }
    for (const [partition, position] of seen) seen.set(partition, laterOf(position, through));
  };

  const follow = async (): Promise<void> => {
    subscription = new AbortController();
    const signal = AbortSignal.any([subscription.signal, stopping.signal]);
    const start = [...seen.values()].reduce((lowest, one) => (one < lowest ? one : lowest));
    for await (const batch of feed.subscribe(start, { categories, batchMax: BATCH_EVENTS, signal })) {
      if (signal.aborted) return;
      take(batch);
      await delivery.room();
    }
  };

  const followForEver = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (seen.size === 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        assigned = resolve;
        await promise;
        continue;
      }
      try {
        await follow();
      } catch (error) {
        if (stopping.signal.aborted) return;
        logger.warn({ topic, group, error }, 'the feed dropped; following again');
        await rest(limits.deliveryBackoffMs[1]);
      }
    }
  };

  const rest = async (ms: number): Promise<void> => {
    try {
      await timers.sleep(ms, stopping.signal);
    } catch (error) {
      if (!isFault(error, 'cancelled')) throw error;
    }
  };

  const offsetOf = (partition: number, read: Position): Position => delivery.oldest(partition)?.before ?? read;

  const giveUp = async (lost: readonly number[]): Promise<void> => {
    const left: Offset[] = lost.map((partition) => ({
      consumer,
      partition,
      position: offsetOf(partition, seen.get(partition) ?? ''),
    }));
    for (const partition of lost) {
      seen.delete(partition);
      reported.delete(partition);
      delivery.drop(partition);
    }
    if (left.length > 0) await offsets.save(left);
  };

  const takeOver = async (gained: readonly number[]): Promise<void> => {
    if (gained.length === 0) return;
    const loaded = await Promise.all(gained.map(async (one) => [one, await offsets.load(consumer, one)] as const));
    // In one go with the end of the subscription: a batch taken in between would pass over what these have not seen.
    for (const [partition, position] of loaded) seen.set(partition, position);
    subscription.abort();
    assigned?.();
  };

  const redeliverOne = async (letter: Redriven): Promise<void> => {
    const event = await eventOf(feed, letter, categories);
    if (event === undefined) {
      logger.error({ letter: letter.id }, 'the log has no event for a dead letter');
      return letters.restore(letter.id);
    }
    const partition = partitionOf(letter.key);
    if (seen.has(partition)) delivery.offer({ event, partition, before: letter.before, letter: letter.id });
    return undefined;
  };

  const redeliver = async (): Promise<void> => {
    for (const letter of await letters.redriven(consumer)) {
      const taken = redelivering.has(letter.id) || delivery.has(letter.id);
      if (taken || !seen.has(partitionOf(letter.key))) continue;
      redelivering.add(letter.id);
      try {
        await redeliverOne(letter);
      } finally {
        redelivering.delete(letter.id);
      }
    }
  };

  const following = followForEver();
  return {
    beat: async () => {
      const alive = await members.beat(consumer);
      lastBeatAt = clock.monotonic();
      if (alive === undefined || stopping.signal.aborted) return;
      const own = partitionsOf(self, alive);
      await giveUp([...seen.keys()].filter((partition) => !own.has(partition)));
      await takeOver([...own].filter((partition) => !seen.has(partition)));
      await redeliver();
    },
    progress: (all) => {
      const moved: Offset[] = [];
      for (const [partition, read] of seen) {
        const position = offsetOf(partition, read);
        if (position === reported.get(partition) || !(all || touched.has(partition))) continue;
        if (position === read) touched.delete(partition);
        reported.set(partition, position);
        moved.push({ consumer, partition, position });
      }
      return moved;
    },
    redeliver,
    lag: () => delivery.count(),
    stop: async () => {
      stopping.abort();
      assigned?.();
      await delivery.stop();
      await following;
    },
  };
};

const eventOf = async (
  feed: EventFeed,
  { position, before }: Redriven,
  categories: readonly string[],
): Promise<StoredEvent | undefined> => {
  for await (const { events, through } of feed.read(before, { categories, batchMax: 1 })) {
    const found = events.find((event) => event.position === position);
    if (found !== undefined || through >= position) return found;
  }
  return undefined;
};
