/** The message log on Kafka: its consumers, and the dead letters of all of them. */
import type { Clock, Logger, Timers } from '../../ports/basics.ts';
import type { ConsumeOptions, Consumer, MessageLog } from '../../ports/message-log.ts';
import { closed } from './client.ts';
import { startConsumer, type ConsumerDeps } from './consumer.ts';
import type { DeadLetters } from './dead-letters.ts';

export type MessageLogDeps = Omit<ConsumerDeps, 'bury'> & {
  readonly timers: Timers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly letters: DeadLetters;
  /** Closes what it stands on. */
  readonly close: () => Promise<void>;
};

export const createMessageLog = (deps: MessageLogDeps): MessageLog => {
  const { letters } = deps;
  const stops = new Set<Consumer['stop']>();
  let closing: Promise<void> | undefined;

  const whileOpen = (): void => {
    if (closing !== undefined) throw closed();
  };

  const finish = async (): Promise<void> => {
    await Promise.all([...stops].map(async (stop) => stop()));
    await deps.close();
  };

  return Object.freeze({
    consume: async (options: ConsumeOptions) => {
      whileOpen();
      const consumer = startConsumer(options, { ...deps, bury: async (letter) => letters.bury(letter) });
      let stopped: Promise<void> | undefined;
      const stop = async (): Promise<void> => {
        stopped ??= consumer.stop().finally(() => stops.delete(stop));
        return stopped;
      };
      stops.add(stop);
      return Object.freeze({ stop, lag: async () => consumer.lag() });
    },
    deadLetters: async (limit: number, after?: string) => {
      whileOpen();
      return letters.deadLetters(limit, after);
    },
    redrive: async (id: string) => {
      whileOpen();
      await letters.redrive(id);
    },
    close: async () => (closing ??= finish()),
  });
};
