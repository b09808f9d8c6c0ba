/**
 * Hands the messages of one consumer to its handler.
 *
 *     behind --> ready --> running --> over
 *                  ^          |
 *                  +- resting <
 *
 * A message is *behind* another of its key, *ready* for a place among those in flight, *running*, or *resting*: it
 * failed and backs off, or was parked. Only running ones take one of the `inFlightMax` places, so a message that rests
 * holds up its own key and nothing else. It is *over* when its handler says done, when it has failed for the last time
 * and lies among the dead letters, or when its partition has gone to another member before it was handled.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Position } from '../../kernel/position.ts';
import type { Timers } from '../../ports/basics.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import type { ConsumeOptions } from '../../ports/message-log.ts';

export type Entry = {
  readonly event: StoredEvent;
  readonly key: string;
  readonly partition: number;
  /** Where its partition's offset stands as long as this message is not over. */
  readonly before: Position;
  /** Id of the dead letter that it was; such a message holds no offset back. */
  readonly letter?: string;
  /** From 1. */
  attempt: number;
  state: 'behind' | 'ready' | 'running' | 'resting' | 'over';
  /** Its partition has gone to another member. */
  lost: boolean;
};

export type DeliveryOptions = {
  readonly consume: ConsumeOptions;
  readonly timers: Timers;
  readonly stillOwned: (entry: Entry) => boolean;
  /** Puts a message among the dead letters. */
  readonly bury: (entry: Entry, reason: string) => Promise<void>;
  /** Takes a message that was handled at last out of the dead letters. */
  readonly unbury: (letter: string) => Promise<void>;
};

export type Delivery = {
  offer(message: Pick<Entry, 'event' | 'partition' | 'before' | 'letter'>): void;
  /** The oldest message of a partition that is not over and holds its offset back. */
  oldest(partition: number): Entry | undefined;
  /** Whether this dead letter is being handed over again. */
  has(letter: string): boolean;
  /** Messages that are not over. */
  count(): number;
  /** Resolves when there is room for more, or when it stops. */
  room(): Promise<void>;
  /** Forgets what has not started of a partition that is another's now. */
  drop(partition: number): void;
  /** Starts nothing more and waits for what runs, at most `shutdownGraceMs`. */
  stop(): Promise<void>;
};

export const createDelivery = (options: DeliveryOptions): Delivery => {
  const { consume, timers } = options;
  const stopping = new AbortController();
  let abandoned = false;
  /** By partition and in log order, all that are not over. */
  const open = Array.from({ length: limits.messagePartitions }, () => new Set<Entry>());
  /** By key, where there is an order: all but the first of each are behind. */
  const keys = new Map<string, Entry[]>();
  const running = new Set<Promise<void>>();
  const ready: Entry[] = [];
  let count = 0;
  let roomMade: (() => void) | undefined;

  const isFull = (): boolean => count >= Math.max(limits.messageReadAheadMax, consume.inFlightMax);

  const stillOwned = (entry: Entry): boolean => !abandoned && !entry.lost && options.stillOwned(entry);

  const makeReady = (entry: Entry): void => {
    entry.state = 'ready';
    ready.push(entry);
  };

  const end = (entry: Entry): void => {
    entry.state = 'over';
    count -= 1;
    open[entry.partition]?.delete(entry);
    if (!isFull()) roomMade?.();
    const queue = keys.get(entry.key);
    if (queue === undefined) return;
    queue.splice(queue.indexOf(entry), 1);
    const next = queue[0];
    if (next === undefined) keys.delete(entry.key);
    else if (next.state === 'behind') makeReady(next);
  };

  const rest = async (entry: Entry, ms: number): Promise<void> => {
    entry.state = 'resting';
    try {
      await timers.sleep(ms, stopping.signal);
    } catch (error) {
      if (isFault(error, 'cancelled')) return;
      throw error;
    }
    if (!entry.lost) makeReady(entry);
    pump();
  };

  const handleOnce = async (entry: Entry): Promise<Outcome> => {
    const { key, event, attempt } = entry;
    try {
      const handled = await consume.handle({ topic: consume.topic, key, event, attempt }, () => stillOwned(entry));
      if (handled.kind === 'park') return { restMs: handled.retryAfterMs };
      if (entry.letter !== undefined) await options.unbury(entry.letter);
      return 'over';
    } catch (error) {
      return failed(entry, error);
    }
  };

  const failed = async (entry: Entry, error: unknown): Promise<Outcome> => {
    const restMs = limits.deliveryBackoffMs[entry.attempt - 1] ?? limits.deliveryBackoffMs[0];
    // A handler that stopped because the partition is another's has not failed on the message.
    if (!stillOwned(entry)) return { restMs };
    if (entry.attempt < limits.deliveryAttemptsMax) {
      entry.attempt += 1;
      return { restMs };
    }
    try {
      await options.bury(entry, reasonOf(error));
      return 'over';
    } catch {
      // Passed without its dead letter the message would be lost: it stays until that can be written.
      return { restMs };
    }
  };

  const run = async (entry: Entry): Promise<Outcome> => {
    entry.state = 'running';
    return handleOnce(entry);
  };

  const start = (entry: Entry): void => {
    const handled = run(entry).then(async (outcome) => {
      running.delete(handled);
      if (outcome === 'over' || entry.lost) end(entry);
      pump();
      if (outcome !== 'over' && !entry.lost) await rest(entry, outcome.restMs);
    });
    running.add(handled);
  };

  const pump = (): void => {
    while (running.size < consume.inFlightMax && ready.length > 0 && !stopping.signal.aborted) {
      const entry = ready.shift();
      if (entry?.state === 'ready') start(entry);
    }
  };

  const offer: Delivery['offer'] = (message) => {
    const key = message.event.stream;
    const entry: Entry = { ...message, key, attempt: 1, state: 'behind', lost: false };
    open[entry.partition]?.add(entry);
    count += 1;
    const queue = consume.ordered ? (keys.get(key) ?? []) : [];
    queue.push(entry);
    if (consume.ordered) keys.set(key, queue);
    if (queue[0] === entry) makeReady(entry);
    pump();
  };

  const drop = (partition: number): void => {
    for (const entry of open[partition] ?? []) {
      entry.lost = true;
      if (entry.state !== 'running') end(entry);
    }
    // What runs may finish, and holds no offset back any more.
    open[partition]?.clear();
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    roomMade?.();
    const patience = new AbortController();
    const grace = timers.sleep(limits.shutdownGraceMs, patience.signal).catch(() => undefined);
    await Promise.race([Promise.all(running), grace]);
    patience.abort();
    abandoned = true;
  };

  return {
    offer,
    oldest: (partition) => firstHolding(open[partition]),
    has: (letter) => open.some((entries) => [...entries].some((entry) => entry.letter === letter)),
    count: () => count,
    room: async () => {
      while (isFull() && !stopping.signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        roomMade = resolve;
        await promise;
      }
    },
    drop,
    stop,
  };
};

type Outcome = 'over' | { readonly restMs: number };

const firstHolding = (entries: ReadonlySet<Entry> = new Set()): Entry | undefined => {
  for (const entry of entries) if (entry.letter === undefined) return entry;
  return undefined;
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
