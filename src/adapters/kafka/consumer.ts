/**
 * One consumer of one topic for one group: connects, takes records as long as there is room, hands them over, commits
 * what is done, and connects anew when it is thrown out, hears nothing, or the server was away.
 */
import type { Batch, Kafka } from 'kafkajs';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { ConsumeOptions } from '../../ports/message-log.ts';
import { patiently } from './client.ts';
import type { ReadRecord } from './cloud-events.ts';
import type { Letter } from './dead-letter-record.ts';
import { createDelivery } from './delivery.ts';
import { advance, createHoldings, type Holding } from './holdings.ts';
import { readIncoming } from './incoming.ts';
import { openSession, type Session } from './session.ts';
import { REDRIVE_TOPIC } from './topics.ts';
import { createWatch } from './watchdog.ts';

export type ConsumerDeps = {
  readonly newClient: () => Kafka;
  readonly timers: Timers;
  /** Of what goes on by itself: these sleeps do not keep the process alive. */
  readonly background: Timers;
  /** Of retries, parking and the grace of a stop. */
  readonly pace: Timers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bury: (letter: Letter) => Promise<void>;
  /** Whether records wait on the server that this group has not taken, by `next` where that is known. */
  readonly isBehind: (groupId: string, holdings: readonly Holding[]) => Promise<boolean>;
  readonly topicPrefix: string;
  readonly groupPrefix: string;
};

export type RunningConsumer = {
  stop(): Promise<void>;
  /** Fault `unavailable` while it has lost its connection. */
  lag(): number;
};

export const startConsumer = (consume: ConsumeOptions, deps: ConsumerDeps): RunningConsumer => {
  const { topic, group } = consume;
  const { newClient, timers, background, pace, clock, logger, bury, isBehind, topicPrefix } = deps;
  const groupId = `${deps.groupPrefix}${topic}.${group}`;
  const topics = [topicPrefix + topic, topicPrefix + REDRIVE_TOPIC];
  const stopping = new AbortController();
  const holdings = createHoldings();
  let session: Session | undefined;
  let settled = false;
  /** A connection has ended, and no other has come to anything yet. */
  let isAway = false;
  let beatAt = -Infinity;
  const watch = createWatch(clock);

  const delivery = createDelivery({
    consume,
    timers: pace,
    // A process that was stopped for a while does not know what it has lost: it has lost everything by its own clock.
    stillOwned: () => settled && clock.monotonic() - beatAt < limits.kafkaSessionMs / 2,
    onRoom: () => {
      watch.taken();
      session?.resume();
    },
  });

  const loseAll = (): void => {
    settled = false;
    holdings.loseAll();
    delivery.dropLost();
  };

  const heard = (): void => {
    beatAt = clock.monotonic();
    watch.beat();
  };

  const take = (holding: Holding, offset: number, record: ReadRecord): void => {
    const { partition, highest } = holding;
    const isAgain = holding.topic === topics[1];
    const incoming = readIncoming(consume, { partition, offset, isAgain, highest }, record);
    if (incoming.kind === 'pass') return holding.progress?.done(offset);
    const { content, letter } = incoming;
    holding.highest = incoming.highest;
    return delivery.offer({
      tenure: holding,
      key: letter.key,
      content,
      done: () => holding.progress?.done(offset),
      bury: async (reason, attempts) => {
        const at = new Date(clock.now()).toISOString();
        logger.error({ topic, group, position: letter.position, reason }, 'a message went to the dead letters');
        await bury({ ...letter, reason, attempts, at });
      },
    });
  };

  const takeBatch = (batch: Batch, taken: (offset: string) => void): void => {
    let holding = holdings.at(batch.topic, batch.partition);
    if (holding === undefined || stopping.signal.aborted) return;
    watch.taken();
    for (const message of batch.messages) {
      if (delivery.isFull()) {
        session?.pause();
        break;
      }
      if (!advance(holding, Number(message.offset))) {
        logger.warn({ topic, group, partition: batch.partition }, 'a partition was set back; reading it anew');
        holding = holdings.restart(holding);
        delivery.dropLost();
        advance(holding, Number(message.offset));
      }
      take(holding, Number(message.offset), message);
      taken(message.offset);
    }
    holding.end = Number(batch.highWatermark);
  };

  const commit = async (): Promise<void> => {
    const places = holdings.toCommit();
    if (places.length === 0) return;
    try {
      await session?.commit(places);
      holdings.committed(places);
    } catch (error) {
      // What is not committed comes again: allowed, and as a rule it is committed with the next.
      logger.debug({ topic, group, error }, 'a commit failed');
    }
  };

  const open = (): Session =>
    openSession({
      client: newClient(),
      groupId,
      topics,
      timers,
      events: {
        changing: () => void commit(),
        joining: () => {
          settled = false;
        },
        joined: (memberId, assignment) => {
          heard();
          const kept = holdings.assign(memberId, assignment);
          for (const place of kept) session?.seek(place);
          settled = true;
          isAway = false;
          delivery.dropLost();
        },
        beat: heard,
        batch: takeBatch,
      },
    });

  /** Ends when the session does, or when the watch finds it silent. */
  const live = async (own: Session): Promise<unknown> => {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, stopping.signal]);
    const silent = watch.silence(background, signal, delivery.isFull, async () =>
      isBehind(groupId, [...holdings.all()]),
    );
    const committing = commitEvery(signal);
    try {
      return await Promise.race([own.run(), silent]);
    } finally {
      done.abort();
      await committing;
    }
  };

  const commitEvery = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await background.sleep(limits.kafkaCommitEveryMs, signal).catch(() => undefined);
      if (!signal.aborted) await commit();
    }
  };

  const liveForEver = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      session = open();
      const begunAt = clock.monotonic();
      const reason = await live(session).catch((error: unknown) => error);
      if (stopping.signal.aborted) return;
      loseAll();
      isAway = true;
      if (clock.monotonic() - begunAt > limits.kafkaSilenceMaxMs) failures = 0;
      logger.warn({ topic, group, error: reason }, 'a consumer has lost its connection; connecting again');
      await session.close();
      const wait = limits.kafkaReconnectMs[Math.min(failures, limits.kafkaReconnectMs.length - 1)] ?? 0;
      await background.sleep(wait, stopping.signal).catch(() => undefined);
    }
  };

  const living = liveForEver();
  return Object.freeze({
    lag: () => {
      if (isAway) throw new Fault('unavailable', 'what waits is not known: the consumer has no connection');
      return delivery.count() + holdings.behind();
    },
    stop: async () => {
      stopping.abort(new Fault('cancelled', 'the consumer stops'));
      await delivery.stop();
      await patiently(timers, commit());
      await session?.close();
      await patiently(timers, living);
      loseAll();
    },
  });
};
