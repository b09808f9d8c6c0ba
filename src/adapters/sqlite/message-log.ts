/**
 * The message log as a view over the feed: a topic is a filter on events, a message is an event, and what a group keeps
 * is an offset for each partition. Work spreads over the processes that share the folder (members.ts); no fencing is
 * needed, because streams refuse what comes twice.
 */
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Ids, Logger, Timers } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { Consumer, MessageLog } from '../../ports/message-log.ts';
import { type PartitionedConsumer, consumerName, startConsumer } from './consumer.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createMembers } from './members.ts';
import { createOffsets } from './offsets.ts';
import { openReadDatabase, type ReadDatabase } from './read-database.ts';

export type MessageLogDeps = {
  readonly timers: Timers;
  /** Timers whose sleeps do not keep the process alive; `timers` unless stated. */
  readonly background?: Timers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
};

/** `path` is that of `read.sqlite`, or `:memory:`. Faults as `openLog`. */
export const openMessageLog = (feed: EventFeed, path: string, deps: MessageLogDeps): MessageLog =>
  createMessageLog(feed, openReadDatabase(path, deps.timers), deps);

/** Saves in which an offset is left out that only passed over others' events: it would be written for nothing. */
const SAVES_PER_FULL_SAVE = 10;

/** A message log on an open database, which it closes in the end. */
export const createMessageLog = (feed: EventFeed, database: ReadDatabase, deps: MessageLogDeps): MessageLog => {
  const { timers, background = timers, clock, ids, logger } = deps;
  const self = ids.eventId();
  const offsets = createOffsets(database);
  const letters = createDeadLetters(database, clock);
  const members = createMembers(database, clock, self);
  const consumers = new Set<PartitionedConsumer>();
  const stops = new Set<Consumer['stop']>();
  const stopping = new AbortController();
  let loops: Promise<unknown> | undefined;
  let saves = 0;
  let closing: Promise<void> | undefined;

  const save = async (): Promise<void> => {
    saves += 1;
    const moved = [...consumers].flatMap((one) => one.progress(saves % SAVES_PER_FULL_SAVE === 0));
    if (moved.length > 0) await offsets.save(moved);
  };

  const beat = async (): Promise<void> => {
    await Promise.all([...consumers].map(async (one) => one.beat()));
  };

  /** What fails is done again at the next round: until then members look silent and offsets lag, which is allowed. */
  const every = async (ms: number, round: () => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await background.sleep(ms, stopping.signal);
        await round();
      } catch (error) {
        if (!isFault(error)) throw error;
        if (!stopping.signal.aborted) logger.warn({ error }, 'the message log could not keep its state');
      }
    }
  };

  const consume: MessageLog['consume'] = async (options) => {
    if (closing !== undefined) throw new Fault('unavailable', 'the message log is closed', { retriable: false });
    const consumer = startConsumer(options, { feed, timers, clock, logger, offsets, letters, members, self });
    consumers.add(consumer);
    loops ??= Promise.all([every(limits.memberBeatMs, beat), every(limits.checkpointEveryMs, save)]);
    const leave = async (): Promise<void> => {
      consumers.delete(consumer);
      stops.delete(stop);
      await consumer.stop();
    };
    const finish = async (): Promise<void> => {
      await leave();
      await offsets.save(consumer.progress(true));
      await members.leave(consumerName(options));
    };
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => (stopped ??= finish());
    stops.add(stop);
    try {
      await consumer.beat();
    } catch (error) {
      await leave();
      throw error;
    }
    return Object.freeze({ stop, lag: async () => consumer.lag() });
  };
  const finish = async (): Promise<void> => {
    await Promise.all([...stops].map(async (stop) => stop()));
    stopping.abort();
    await loops;
    await database.close();
  };
  return Object.freeze({
    consume,
    deadLetters: letters.deadLetters,
    redrive: async (id: string) => {
      await letters.redrive(id);
      await Promise.all([...consumers].map(async (one) => one.redeliver()));
    },
    close: async () => (closing ??= finish()),
  });
};
