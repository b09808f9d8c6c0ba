/**
 * The message log as a view over the feed: a topic is a filter on events, a message is an event; a group keeps an
 * offset for each partition. Work spreads over the processes that share the folder (messaging/membership.ts). No
 * fencing is needed, because streams refuse duplicates.
 */
import { createMessageLog } from '../../messaging/message-log.ts';
import type { Clock, Ids, Logger, Timers } from '../../ports/basics.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { MessageLog } from '../../ports/message-log.ts';
import { startConsumer } from './consumer.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createMemberStore } from './members.ts';
import { createOffsets } from './offsets.ts';
import type { ReadDatabase } from './read-database.ts';

export type MessageLogDeps = {
  readonly timers: Timers;
  /** Timers whose sleeps do not keep the process alive; `timers` unless stated. */
  readonly background?: Timers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
};

/** Its state is in `read.sqlite`, which is closed after it. */
export const openMessageLog = (feed: EventFeed, database: ReadDatabase, deps: MessageLogDeps): MessageLog => {
  const { timers, background = timers, clock, ids, logger } = deps;
  const letters = createDeadLetters(database, clock);
  const [offsets, members] = [createOffsets(database), createMemberStore(database)];
  const consuming = { feed, timers, background, clock, logger, offsets, letters, members, member: ids.eventId() };
  return createMessageLog({
    start: async (options) => startConsumer(options, consuming),
    letters,
    close: async () => undefined,
  });
};
