/**
 * One consumer of one topic for one group. It connects, takes records as long as there is room, hands them over and
 * commits the done ones. It reconnects when the group evicts it, when it hears nothing, or when the server was away.
 */
import type { Batch, Kafka } from 'kafkajs';
import { waitAfter } from '../../kernel/again.ts';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { createDelivery } from '../../messaging/delivery.ts';
import { createHoldings } from '../../messaging/holdings.ts';
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { ConsumeOptions, Consumer } from '../../ports/message-log.ts';
import { untilLeft } from './client.ts';
import type { ReadRecord } from './cloud-events.ts';
import type { Letter } from './dead-letter-record.ts';
import { readIncoming } from './incoming.ts';
import { countBehind, type Held, newPart, type Part, partsOf, placesRead, progressAt } from './part.ts';
import { openSession, type Session } from './session.ts';
import { REDRIVE_TOPIC } from './topics.ts';
import { createWatch } from './watch.ts';

export type ConsumerDeps = {
  readonly newClient: () => Kafka;
  readonly timers: Timers;
  /** For background loops: these sleeps do not keep the process alive. */
  readonly background: Timers;
  /** Of retries, parking and the grace of a stop. */
  readonly pace: Timers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bury: (letter: Letter) => Promise<void>;
  /** Whether records wait on the server that this group has not taken. */
  readonly isBehind: (groupId: string, held: readonly Held[]) => Promise<boolean>;
  readonly topicPrefix: string;
};

export const startConsumer = (consume: ConsumeOptions, deps: ConsumerDeps): Consumer => {
  const { topic, group } = consume;
  const { newClient, timers, background, pace, clock, logger, bury, isBehind, topicPrefix } = deps;
  const groupId = `${topicPrefix}${topic}.${group}`;
  const topics = [topicPrefix + topic, topicPrefix + REDRIVE_TOPIC];
  const stopping = new AbortController();
  // A broker gives held partitions to another member after a whole session.
  const holdings = createHoldings<Part, number>(clock, limits.kafkaSessionMs / 2);
  const delivery = createDelivery({ consume, timers: pace, logger, isOwned: holdings.isOwned });
  let session: Session | undefined;
  /** Why a connection has ended, while no other has succeeded yet. */
  let away: { readonly reason: unknown } | undefined;
  const watch = createWatch(clock);

  const heard = (): void => {
    holdings.confirm();
    watch.beat();
  };

  const take = (holding: Held, offset: number, record: ReadRecord): void => {
    const { part, progress } = holding;
    const isAgain = part.topic === topics[1];
    const incoming = readIncoming(consume, { ...part, offset, isAgain }, record);
    if (incoming.kind === 'pass') return progress?.pass(offset + 1);
    const { content, letter } = incoming;
    part.highest = incoming.highest;
    const done = progress?.take(offset, offset + 1);
    return delivery.offer({
      holding,
      key: letter.key,
      position: letter.position,
      content,
      bury: async (reason, attempts) => bury({ ...letter, reason, attempts, at: new Date(clock.now()).toISOString() }),
      ended: (isDone) => {
        if (isDone) done?.();
      },
    });
  };

  const waitForRoom = async (): Promise<void> => {
    session?.pause();
    await delivery.room();
    watch.taken();
    session?.resume();
  };

  const setBack = (holding: Held, offset: number): Held => {
    const { topic: name, partition } = holding.part;
    logger.warn({ topic, group, partition }, 'a partition was set back; reading it anew');
    const anew = holdings.restart(holding, newPart(name, partition));
    delivery.dropLost();
    progressAt(anew, offset);
    return anew;
  };

  const takeBatch = (batch: Batch, taken: (offset: string) => void): void => {
    let holding = holdings.at(newPart(batch.topic, batch.partition).name);
    if (holding === undefined || stopping.signal.aborted) return;
    watch.taken();
    for (const message of batch.messages) {
      if (delivery.isFull()) {
        waitForRoom().catch((error: unknown) =>
          logger.warn({ topic, group, error }, 'a consumer could not be told to read on'),
        );
        break;
      }
      const offset = Number(message.offset);
      if (progressAt(holding, offset) === undefined) holding = setBack(holding, offset);
      take(holding, offset, message);
      taken(message.offset);
    }
    holding.part.end = Number(batch.highWatermark);
  };

  const commit = async (): Promise<void> => {
    const reached = holdings.toSave();
    if (reached.length === 0) return;
    try {
      await session?.commit(reached.map(({ holding: { part }, place }) => ({ ...part, offset: place })));
      for (const { holding, place } of reached) holding.saved = place;
    } catch (error) {
      // Uncommitted messages are delivered again, which is allowed; as a rule the next commit covers them.
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
        joining: holdings.doubt,
        joined: (memberId, assignment) => {
          heard();
          holdings.assign(memberId, partsOf(assignment));
          for (const place of placesRead(holdings.all())) session?.seek(place);
          away = undefined;
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
      await background.sleep(limits.offsetsSaveEveryMs, signal).catch(() => undefined);
      if (!signal.aborted) await commit();
    }
  };

  const loseAll = (): void => {
    holdings.loseAll();
    delivery.dropLost();
  };

  const liveForEver = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      session = open();
      const begunAt = clock.monotonic();
      const reason = await live(session).catch((error: unknown) => error);
      if (stopping.signal.aborted) return;
      loseAll();
      away = { reason };
      if (clock.monotonic() - begunAt > limits.kafkaSilenceMaxMs) failures = 0;
      logger.warn({ topic, group, error: reason }, 'a consumer has lost its connection; connecting again');
      await session.close();
      const wait = waitAfter(failures + 1, limits.kafkaReconnectMs);
      await background.sleep(wait, stopping.signal).catch(() => undefined);
    }
  };

  const living = liveForEver();
  return Object.freeze({
    lag: async () => {
      if (away !== undefined) throw notConnected(topic, away.reason);
      return delivery.count() + countBehind(holdings);
    },
    stop: async () => {
      stopping.abort(new Fault('cancelled', 'the consumer stops'));
      await delivery.stop();
      await untilLeft(timers, commit());
      await session?.close();
      await untilLeft(timers, living);
      loseAll();
    },
  });
};

const notConnected = (topic: string, reason: unknown): Fault => {
  const why = reason instanceof Error ? reason.message : 'its connection ended';
  return new Fault('unavailable', `the consumer of ${topic} is not connected: ${why}`, { cause: reason });
};
