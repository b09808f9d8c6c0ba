/**
 * Reactions of this process to its own events, which begin before their messages come.
 *
 * An event and its reaction are mostly of one process, and the message comes by the feed. So the reaction begins as
 * soon as the append is durable, and the message shares its outcome. Nothing rests on this. A process that dies leaves
 * the message undone. Past a bound the event waits for its message.
 */
import { createBoundedMap } from '../../kernel/bounded-map.ts';
import { categoryOf } from '../../kernel/event.ts';
import { isFault } from '../../kernel/faults.ts';
import { inTime } from '../../kernel/in-time.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { ConsumeOptions, Handled } from '../../ports/message-log.ts';
import type { UnplacedEvent } from '../../schema/event-codec.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { contextOfEvent, type Reaction } from './reaction.ts';

type Deps = {
  readonly commands: Pick<CommandHandler, 'listen'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn'>;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
};

export type EarlyReactions = {
  /** Begins the reaction early from now on. Its consumer shares the outcomes: their messages are not even decoded. */
  readonly of: (reaction: Reaction, consumer: ConsumeOptions) => ConsumeOptions;
  /** Begins nothing more and waits for those under way, at most `shutdownGraceMs`. */
  readonly stop: () => Promise<void>;
};

const DONE: Handled = { kind: 'done' };

/** Of streams of jobs: the messages of the others lead to their reactions. */
const CATEGORY = 'job';

export const createEarlyReactions = ({ commands, timers, logger, stopping }: Deps): EarlyReactions => {
  const reactions: Reaction[] = [];
  const running = new Set<Promise<unknown>>();
  // Undefined where the message must lead to it. The message may never come here: it is another process's.
  const outcomes = createBoundedMap<string, Promise<Handled | undefined>>(limits.earlyOutcomesMax);

  const begin = ({ group, react }: Reaction, event: UnplacedEvent): void => {
    const handle = react[event.type];
    if (handle === undefined || running.size >= limits.earlyReactionsMax) return;
    const failed = (err: unknown): undefined => {
      if (!isFault(err, 'cancelled')) logger.warn({ err, group, stream: event.stream }, 'an early reaction failed');
    };
    // The append is durable: nothing may be thrown to it.
    const handled = async () => handle(event, contextOfEvent(event, group), () => !stopping.aborted);
    const outcome = handled()
      .then((done) => done ?? DONE, failed)
      .finally(() => running.delete(outcome));
    running.add(outcome);
    outcomes.set(nameOf(group, event), outcome);
  };

  const unlisten = commands.listen((events) => {
    for (const event of events) {
      if (stopping.aborted || categoryOf(event.stream) !== CATEGORY) return;
      for (const reaction of reactions) begin(reaction, event);
    }
  });

  return Object.freeze({
    of: (reaction: Reaction, consumer: ConsumeOptions) => {
      reactions.push(reaction);
      const handle: ConsumeOptions['handle'] = async (message, stillOwned) => {
        const name = nameOf(reaction.group, message.event);
        const early = outcomes.get(name);
        outcomes.delete(name);
        const made = await early;
        return made?.kind === 'done' ? made : consumer.handle(message, stillOwned);
      };
      return { ...consumer, handle };
    },
    stop: async () => {
      unlisten();
      await inTime(timers, limits.shutdownGraceMs, Promise.all(running), undefined);
    },
  });
};

const nameOf = (group: string, { stream, revision }: Pick<UnplacedEvent, 'stream' | 'revision'>): string =>
  `${group} ${stream} ${revision}`;
