/** A message log whose consumers an adapter starts. It stops each consumer once, and all when it closes. */
import { Fault } from '../kernel/faults.ts';
import type { ConsumeOptions, Consumer, MessageLog } from '../ports/message-log.ts';

export type MessageLogDeps = {
  readonly start: (options: ConsumeOptions) => Promise<Consumer>;
  readonly letters: Pick<MessageLog, 'deadLetters' | 'redrive'>;
  /** Closes the parts of the log, when no consumer is left. */
  readonly close: () => Promise<void>;
};

export const logClosed = (): Fault => new Fault('unavailable', 'the message log is closed', { retriable: false });

export const createMessageLog = ({ start, letters, close }: MessageLogDeps): MessageLog => {
  const stops = new Set<Consumer['stop']>();
  let closing: Promise<void> | undefined;

  const whileOpen = (): void => {
    if (closing !== undefined) throw logClosed();
  };

  const finish = async (): Promise<void> => {
    await Promise.all([...stops].map(async (stop) => stop()));
    await close();
  };

  return Object.freeze({
    consume: async (options: ConsumeOptions) => {
      whileOpen();
      const started = start(options);
      let stopped: Promise<void> | undefined;
      // Known from the first moment: a close waits for a consumer that is about to start, and stops it.
      const stop = async (): Promise<void> =>
        (stopped ??= started
          .then(
            async (consumer) => consumer.stop(),
            () => undefined,
          )
          .finally(() => stops.delete(stop)));
      stops.add(stop);
      try {
        const consumer = await started;
        return Object.freeze({ stop, lag: async () => consumer.lag() });
      } catch (error) {
        stops.delete(stop);
        throw error;
      }
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
