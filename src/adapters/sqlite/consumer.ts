/**
 * One consumer of one topic for one group. It holds the partitions that are this member's share. One subscription to
 * the feed serves all of them: it starts at the lowest of their places, and skips the events that a partition has met
 * already. A gained partition restarts the subscription.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { laterOf, type Position } from '../../kernel/position.ts';
import { categoriesOf, topicsOf } from '../../kernel/topics.ts';
import { createDelivery, type Offer } from '../../messaging/delivery.ts';
import { createHoldings, type Holding } from '../../messaging/holdings.ts';
import { createMembership } from '../../messaging/membership.ts';
import { createProgress } from '../../messaging/progress.ts';
import { shareOf } from '../../messaging/shares.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { EventFeed, FeedBatch } from '../../ports/event-feed.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { MemberStore } from '../../ports/member-store.ts';
import type { ConsumeOptions, Consumer } from '../../ports/message-log.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Offset, Offsets } from './offsets.ts';
import { partitionOf } from './partitions.ts';
import { createRedelivery } from './redelivery.ts';

export type ConsumerDeps = {
  readonly feed: EventFeed;
  readonly timers: Timers;
  /** For background loops: these sleeps do not keep the process alive. */
  readonly background: Timers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly offsets: Offsets;
  readonly letters: DeadLetters;
  readonly members: MemberStore;
  /** This process's name among the members. */
  readonly member: string;
};

type Part = { readonly name: string; readonly partition: number };
type Held = Holding<Part, Position>;

/** Events taken from the feed at once. */
const BATCH_EVENTS = 256;

export const consumerName = ({ group, topic }: { group: string; topic: string }): string => `${topic}/${group}`;

/** Faults: those of the storage. */
export const startConsumer = async (consume: ConsumeOptions, deps: ConsumerDeps): Promise<Consumer> => {
  const { topic, group, types } = consume;
  const { feed, timers, background, clock, logger, offsets, letters, member } = deps;
  const consumer = consumerName(consume);
  const categories = categoriesOf(topic);
  const stopping = new AbortController();
  const ending = new AbortController();
  const membership = createMembership({ store: deps.members, clock, group: consumer, member });
  const holdings = createHoldings<Part, Position>(clock, limits.memberSilenceMaxMs);
  const delivery = createDelivery({ consume, timers, logger, isOwned: holdings.isOwned });
  let tenure = 0;
  let subscription = new AbortController();
  let gained: (() => void) | undefined;

  const redeliver = createRedelivery({ feed, letters, consumer, categories, logger });

  const holdingOf = (key: string): Held | undefined => holdings.at(String(partitionOf(key)));

  const offer = (
    holding: Held,
    event: StoredEvent,
    before: Position,
    changes: Pick<Offer, 'ended'> & Partial<Offer>,
  ): void => {
    const { stream: key, position } = event;
    delivery.offer({
      holding,
      key,
      position,
      content: { kind: 'message', message: { key, event } },
      bury: async (reason, attempts) =>
        letters.bury({ consumer, group, topic, key, position, before, reason, attempts }),
      ...changes,
    });
  };

  const take = async ({ events, through }: FeedBatch, signal: AbortSignal): Promise<void> => {
    for (const event of events) {
      // Most events of a topic are nothing to a reaction: they cost it one look-up.
      if (types?.has(event.type) === false || !topicsOf(event).includes(topic)) continue;
      if (delivery.isFull()) await delivery.room();
      if (signal.aborted) return;
      const holding = holdingOf(event.stream);
      const before = holding?.progress?.next();
      if (holding?.progress === undefined || before === undefined || event.position <= before) continue;
      const done = holding.progress.take(before, event.position);
      offer(holding, event, before, { ended: (isDone) => isDone && done() });
    }
    for (const { progress } of holdings.all()) progress?.pass(laterOf(progress.next(), through));
  };

  const follow = async (start: Position): Promise<void> => {
    subscription = new AbortController();
    const signal = AbortSignal.any([subscription.signal, stopping.signal]);
    for await (const batch of feed.subscribe(start, { categories, batchMax: BATCH_EVENTS, signal })) {
      if (signal.aborted) return;
      await take(batch, signal);
    }
  };

  const followForEver = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const places = [...holdings.all()].flatMap(({ progress }) => progress?.next() ?? []);
      if (places.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        gained = resolve;
        await promise;
        continue;
      }
      try {
        await follow(places.reduce((lowest, one) => (one < lowest ? one : lowest)));
      } catch (error) {
        if (stopping.signal.aborted) return;
        logger.warn({ topic, group, error }, 'the feed dropped; following again');
        await timers.sleep(limits.messageBackoffMs[1], stopping.signal).catch(() => undefined);
      }
    }
  };

  const offsetOf = ({ part, progress }: Held): readonly Offset[] =>
    progress === undefined ? [] : [{ consumer, partition: part.partition, position: progress.doneTo() }];

  const giveUp = async (lost: readonly Held[]): Promise<void> => {
    const left = lost.flatMap(offsetOf);
    delivery.dropLost();
    if (left.length > 0) await offsets.save(left);
  };

  const takeUp = async (): Promise<void> => {
    const fresh = [...holdings.all()].filter(({ progress }) => progress === undefined);
    if (fresh.length === 0) return;
    const places = await Promise.all(fresh.map(async ({ part }) => offsets.load(consumer, part.partition)));
    // In one go with the end of the subscription: a batch taken in between would skip events that these have not met.
    for (const [index, holding] of fresh.entries()) {
      holding.saved = places[index];
      holding.progress ??= createProgress(places[index] ?? '');
    }
    subscription.abort();
    gained?.();
  };

  const redeliverLetters = async (): Promise<void> =>
    redeliver(({ key }) => {
      const holding = delivery.isFull() || stopping.signal.aborted ? undefined : holdingOf(key);
      return holding && ((event, before, letter) => offer(holding, event, before, letter));
    });

  const beat = async (): Promise<void> => {
    // Another member may have had a partition that was not surely held: it is taken anew, at the group's present place.
    if (!holdings.isSure()) tenure += 1;
    const at = clock.monotonic();
    const alive = await membership.beat();
    holdings.confirm(at);
    if (alive === undefined) return;
    const own = shareOf(member, alive, limits.messagePartitions);
    await giveUp(holdings.assign(String(tenure), [...own].map(partNumbered)));
    await takeUp();
  };

  const save = async (): Promise<void> => {
    const reached = holdings.toSave();
    if (reached.length === 0) return;
    await offsets.save(
      reached.map(({ holding, place }) => ({ consumer, partition: holding.part.partition, position: place })),
    );
    for (const { holding, place } of reached) holding.saved = place;
  };

  /** The next round repeats a failed step: until then a member looks silent and offsets lag, which is allowed. */
  const patiently = async (round: () => Promise<void>): Promise<void> => {
    try {
      await round();
    } catch (error) {
      if (!isFault(error)) throw error;
      if (!ending.signal.aborted) logger.warn({ topic, group, error }, 'a consumer could not keep its state');
    }
  };

  const every = async (ms: number, round: () => Promise<void>): Promise<void> => {
    while (!ending.signal.aborted) {
      await background.sleep(ms, ending.signal).catch(() => undefined);
      if (!ending.signal.aborted) await patiently(round);
    }
  };

  await beat();
  const running = [
    every(limits.memberBeatMs, beat),
    every(limits.memberBeatMs, redeliverLetters),
    every(limits.offsetsSaveEveryMs, save),
    followForEver(),
  ];
  return {
    lag: async () => delivery.count(),
    stop: async () => {
      stopping.abort();
      gained?.();
      // It beats as long as handlers run: their messages are still its own.
      await delivery.stop();
      ending.abort();
      await Promise.all(running);
      await patiently(save);
      await patiently(async () => membership.leave());
    },
  };
};

const partNumbered = (partition: number): Part => ({ name: String(partition), partition });
