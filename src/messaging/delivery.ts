/** Hands the messages of one consumer to its handler, as the queue says (delivery-queue.ts). */
import { isFault } from '../kernel/faults.ts';
import { inTime } from '../kernel/in-time.ts';
import { limits } from '../kernel/limits.ts';
import type { Logger, Timers } from '../ports/basics.ts';
import type { ConsumeOptions, Message } from '../ports/message-log.ts';
import { type Arrival, createDeliveryQueue, type Entry, type Outcome } from './delivery-queue.ts';

/** A record for the handler; `poison` is the reason why a record is no message. */
export type Content =
  | { readonly kind: 'message'; readonly message: Omit<Message, 'attempt'> }
  | { readonly kind: 'poison'; readonly reason: string };

export type Offer = Arrival & {
  /** Names it among the messages of its topic, for the log. */
  readonly position: string;
  readonly content: Content;
  /** Notes durably that it was handled, where that takes more than the progress of its partition. */
  readonly settle?: () => Promise<void>;
  /** Puts it among the dead letters. */
  readonly bury: (reason: string, attempts: number) => Promise<void>;
  /** Called once: it is done, or it was forgotten because its partition was lost. */
  readonly ended: (done: boolean) => void;
};

export type DeliveryDeps = {
  readonly consume: Pick<ConsumeOptions, 'topic' | 'group' | 'inFlightMax' | 'ordered' | 'handle'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly isOwned: (holding: Arrival['holding']) => boolean;
};

export type Delivery = {
  offer(offer: Offer): void;
  /** Messages that are not over. */
  count(): number;
  readonly isFull: () => boolean;
  /** Resolves when there is room for more, or when it stops. */
  room(): Promise<void>;
  /** Forgets messages of lost holdings that have not begun. */
  dropLost(): void;
  /** Starts nothing more and waits for running handlers, at most `shutdownGraceMs`. */
  stop(): Promise<void>;
};

export const createDelivery = ({ consume, timers, logger, isOwned }: DeliveryDeps): Delivery => {
  const { topic, group } = consume;
  const queue = createDeliveryQueue<Offer>({
    inFlightMax: consume.inFlightMax,
    ordered: consume.ordered,
    readAheadMax: Math.max(limits.messageReadAheadMax, consume.inFlightMax),
  });
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let abandoned = false;
  let waiting: PromiseWithResolvers<void> | undefined;

  const owns = ({ message }: Entry<Offer>): boolean => !abandoned && isOwned(message.holding);

  const written = async (write: () => Promise<void>): Promise<Outcome> => {
    try {
      await write();
      return { kind: 'done' };
    } catch (error) {
      // Passed before that is written the message would be lost: it stays until then.
      logger.warn({ topic, group, error }, 'the outcome of a message could not be written; it is retried');
      return { kind: 'void' };
    }
  };

  const handle = async (entry: Entry<Offer>, message: Omit<Message, 'attempt'>): Promise<Outcome> => {
    const { settle } = entry.message;
    let doubted = false;
    const stillOwned = (): boolean => {
      const owned = owns(entry);
      doubted ||= !owned;
      return owned;
    };
    try {
      const handled = await consume.handle({ ...message, attempt: entry.attempt }, stillOwned);
      if (handled.kind === 'park') return { kind: 'parked', retryAfterMs: handled.retryAfterMs };
      // It may have left something out because of that answer: the next owner of the partition then does it all.
      if (doubted) return { kind: 'void' };
      return settle === undefined ? { kind: 'done' } : await written(settle);
    } catch (error) {
      // A handler that stopped because the partition is not ours at present has not failed on the message.
      return owns(entry) ? failureOf(error) : { kind: 'void' };
    }
  };

  const bury = async ({ message }: Entry<Offer>, reason: string, attempts: number): Promise<Outcome> => {
    const outcome = await written(async () => message.bury(reason, attempts));
    const { key, position } = message;
    if (outcome.kind === 'done')
      logger.error({ topic, group, key, position, reason }, 'a message went to the dead letters');
    return outcome;
  };

  /** One try; answers how long it has to rest afterwards, or undefined when it is over. */
  const run = async (entry: Entry<Offer>): Promise<number | undefined> => {
    const { content, holding, ended } = entry.message;
    const outcome: Outcome = content.kind === 'poison' ? content : await handle(entry, content.message);
    let step = queue.settle(entry, outcome);
    if (step.kind === 'bury') step = queue.settle(entry, await bury(entry, step.reason, step.attempts));
    if (step.kind === 'rest') return step.ms;
    ended(!holding.lost);
    return undefined;
  };

  const rest = async (entry: Entry<Offer>, ms: number): Promise<void> => {
    await timers.sleep(ms, stopping.signal).catch(() => undefined);
    if (stopping.signal.aborted) return;
    queue.wake(entry);
    pump();
  };

  const start = (entry: Entry<Offer>): void => {
    const tried = run(entry).then(async (restMs) => {
      running.delete(tried);
      pump();
      if (restMs !== undefined) await rest(entry, restMs);
    });
    running.add(tried);
  };

  const pump = (): void => {
    while (!stopping.signal.aborted) {
      const entry = queue.start();
      if (entry === undefined) break;
      start(entry);
    }
    if (queue.isFull() && !stopping.signal.aborted) return;
    waiting?.resolve();
    waiting = undefined;
  };

  return Object.freeze({
    offer: (message: Offer) => {
      queue.arrive(message);
      pump();
    },
    count: () => queue.count(),
    isFull: () => queue.isFull(),
    room: async () => {
      if (!queue.isFull() || stopping.signal.aborted) return;
      waiting ??= Promise.withResolvers();
      await waiting.promise;
    },
    dropLost: () => {
      for (const { message } of queue.dropLost()) message.ended(false);
      pump();
    },
    stop: async () => {
      stopping.abort();
      pump();
      await inTime(timers, limits.shutdownGraceMs, Promise.all(running), undefined);
      abandoned = true;
    },
  });
};

const failureOf = (error: unknown): Outcome => ({
  kind: 'failed',
  reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  retriable: isFault(error) && error.retriable,
});
