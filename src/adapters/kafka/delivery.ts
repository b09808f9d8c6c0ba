/**
 * Hands the messages of one consumer to its handler.
 *
 *     behind --> ready --> running --> over
 *                  ^          |
 *                  +- resting <
 *
 * A message is *behind* another of its key, *ready* for a place among those in flight, *running*, or *resting*: it
 * failed and backs off, or was parked. Only running ones take one of the `inFlightMax` places, so a message that rests
 * holds up its own key and nothing else. It is *over* when its handler says done, when it lies among the dead letters,
 * or when its partition was lost. What runs then may finish, and until it does no other message of its key is started
 * here, as the partition may come back.
 */
import { isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Timers } from '../../ports/basics.ts';
import type { ConsumeOptions, Message } from '../../ports/message-log.ts';
import { patiently } from './client.ts';

/** Of one partition, from when it was assigned until it is lost. */
export type Tenure = { lost: boolean };

/** What is to be handed over; `poison` is why a record is none. */
export type Content =
  | { readonly kind: 'message'; readonly message: Omit<Message, 'attempt'> }
  | { readonly kind: 'poison'; readonly reason: string };

export type Offer<T extends Tenure = Tenure> = {
  readonly tenure: T;
  readonly key: string;
  readonly content: Content;
  /** Called once when it is over, unless its partition was lost. */
  readonly done: () => void;
  /** Puts it among the dead letters. */
  readonly bury: (reason: string, attempts: number) => Promise<void>;
};

type Entry = Offer & {
  /** From 1. */
  attempt: number;
  state: 'behind' | 'ready' | 'running' | 'resting' | 'over';
};

export type DeliveryDeps = {
  readonly consume: Pick<ConsumeOptions, 'inFlightMax' | 'ordered' | 'handle'>;
  readonly timers: Timers;
  readonly stillOwned: (tenure: Tenure) => boolean;
  /** There is room again. */
  readonly onRoom: () => void;
};

export type Delivery = {
  offer(offer: Offer): void;
  /** Messages that are not over. */
  count(): number;
  readonly isFull: () => boolean;
  /** Forgets what has not started of tenures that are lost. */
  dropLost(): void;
  /** Starts nothing more and waits for what runs, at most `shutdownGraceMs`. */
  stop(): Promise<void>;
};

export const createDelivery = ({ consume, timers, stillOwned, onRoom }: DeliveryDeps): Delivery => {
  const readAheadMax = Math.max(limits.messageReadAheadMax, consume.inFlightMax);
  const stopping = new AbortController();
  let abandoned = false;
  const open = new Set<Entry>();
  /** By key, where there is an order: all but the first of each are behind. */
  const keys = new Map<string, Entry[]>();
  const running = new Set<Promise<void>>();
  const ready: Entry[] = [];
  let full = false;

  const owns = ({ tenure }: Entry): boolean => !abandoned && !tenure.lost && stillOwned(tenure);

  const makeReady = (entry: Entry): void => {
    entry.state = 'ready';
    ready.push(entry);
  };

  const end = (entry: Entry): void => {
    entry.state = 'over';
    open.delete(entry);
    if (!entry.tenure.lost) entry.done();
    const queue = keys.get(entry.key);
    if (queue === undefined) return;
    queue.splice(queue.indexOf(entry), 1);
    const next = queue[0];
    if (next === undefined) keys.delete(entry.key);
    else if (next.state === 'behind') makeReady(next);
  };

  /** Half empty before more is taken: to pause and resume for each message costs more than it saves. */
  const tellRoom = (): void => {
    if (!full || open.size > readAheadMax / 2) return;
    full = false;
    onRoom();
  };

  const rest = async (entry: Entry, ms: number): Promise<void> => {
    entry.state = 'resting';
    try {
      await timers.sleep(ms, stopping.signal);
    } catch (error) {
      if (isFault(error, 'cancelled')) return;
      throw error;
    }
    if (entry.state === 'resting') makeReady(entry);
    pump();
  };

  const run = async (entry: Entry): Promise<Outcome> => {
    const { content, attempt } = entry;
    if (content.kind === 'poison') return buried(entry, content.reason, 0);
    let toldLost = false;
    const ask = (): boolean => {
      const owned = owns(entry);
      toldLost ||= !owned;
      return owned;
    };
    try {
      const handled = await consume.handle({ ...content.message, attempt }, ask);
      if (handled.kind === 'park') return { restMs: handled.retryAfterMs };
      // It may have left something out because of that answer: whoever has the partition then does it all.
      return toldLost ? { restMs: backoff(attempt) } : 'over';
    } catch (error) {
      return failed(entry, error);
    }
  };

  const failed = async (entry: Entry, error: unknown): Promise<Outcome> => {
    const { attempt } = entry;
    // A handler that stopped because the partition is not ours at present has not failed on the message.
    if (!owns(entry)) return { restMs: backoff(attempt) };
    if (attempt >= limits.deliveryAttemptsMax) return buried(entry, reasonOf(error), attempt);
    entry.attempt += 1;
    return { restMs: backoff(attempt) };
  };

  /** Passed without its dead letter the message would be lost: it stays until that is written. */
  const buried = async (entry: Entry, reason: string, attempts: number): Promise<Outcome> => {
    try {
      await entry.bury(reason, attempts);
      return 'over';
    } catch {
      return { restMs: backoff(entry.attempt) };
    }
  };

  const start = (entry: Entry): void => {
    entry.state = 'running';
    const handled = run(entry).then(async (outcome) => {
      running.delete(handled);
      const over = outcome === 'over' || entry.tenure.lost;
      if (over) end(entry);
      pump();
      tellRoom();
      if (!over) await rest(entry, outcome.restMs);
    });
    running.add(handled);
  };

  const pump = (): void => {
    while (running.size < consume.inFlightMax && ready.length > 0 && !stopping.signal.aborted) {
      const entry = ready.shift();
      if (entry?.state === 'ready') start(entry);
    }
  };

  const offer = (offered: Offer): void => {
    const entry: Entry = { ...offered, attempt: 1, state: 'behind' };
    open.add(entry);
    full ||= open.size >= readAheadMax;
    const queue = consume.ordered ? (keys.get(entry.key) ?? []) : [];
    queue.push(entry);
    if (consume.ordered) keys.set(entry.key, queue);
    if (queue[0] === entry) makeReady(entry);
    pump();
  };

  return Object.freeze({
    offer,
    count: () => open.size,
    isFull: () => full,
    dropLost: () => {
      for (const entry of open) if (entry.tenure.lost && entry.state !== 'running') end(entry);
      pump();
      tellRoom();
    },
    stop: async () => {
      stopping.abort();
      await patiently(timers, Promise.all(running), limits.shutdownGraceMs);
      abandoned = true;
    },
  });
};

type Outcome = 'over' | { readonly restMs: number };

const backoff = (attempt: number): number => limits.deliveryBackoffMs[attempt - 1] ?? limits.deliveryBackoffMs[0];

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
