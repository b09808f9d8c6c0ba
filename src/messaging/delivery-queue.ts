/**
 * Chooses the next message for a handler: a state machine without time, promises or handlers.
 *
 *     behind --> ready --> running --> over
 *                  ^          |
 *                  +- resting <
 *
 * A message is *behind* another of its key, *ready* for a place among those in flight, *running*, or *resting*: it
 * failed and backs off, or was parked. Only running messages take one of the `inFlightMax` places. So a resting one
 * holds up its own key and nothing else. It is *over* when it is done, or when its partition was lost. A running
 * message may then finish. Until it does, no other message of its key starts here, because the partition may come back.
 */
import { waitAfter } from '../kernel/again.ts';
import { limits } from '../kernel/limits.ts';
import type { ConsumeOptions } from '../ports/message-log.ts';

/** The facts of a message that the machine needs. */
export type Arrival = {
  readonly key: string;
  /** Of the partition that it came from. */
  readonly holding: { readonly lost: boolean };
};

export type Entry<M extends Arrival> = {
  readonly message: M;
  /** From 1. */
  attempt: number;
  state: 'behind' | 'ready' | 'running' | 'resting' | 'over';
};

/** The outcome of one try. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'parked'; readonly retryAfterMs: number }
  /** `retriable`: the same try may succeed later, since a server or a disk is away. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retriable: boolean }
  /** It can be handed to no handler. */
  | { readonly kind: 'poison'; readonly reason: string }
  /** The message was not this consumer's, or its outcome could not be written: try again, without counting. */
  | { readonly kind: 'void' };

/** The next step after a try. */
export type Step =
  | { readonly kind: 'over' }
  /** Wake the machine after so long. */
  | { readonly kind: 'rest'; readonly ms: number }
  /** Put it among the dead letters. It is running until that is settled too, as `done` or `void`. */
  | { readonly kind: 'bury'; readonly reason: string; readonly attempts: number };

export type QueueOptions = Pick<ConsumeOptions, 'inFlightMax' | 'ordered'> & {
  /** Messages that are not over. */
  readonly readAheadMax: number;
};

export type DeliveryQueue<M extends Arrival> = {
  arrive(message: M): void;
  /** The next message for a handler, running from now on; undefined without one, or without a place for it. */
  start(): Entry<M> | undefined;
  settle(entry: Entry<M>, outcome: Outcome): Step;
  /** It has rested. */
  wake(entry: Entry<M>): void;
  /** Forgets messages of lost holdings that do not run, and answers them. */
  dropLost(): readonly Entry<M>[];
  /** Messages that are not over. */
  count(): number;
  /** True from when the read-ahead is full until half of it is over: then more may arrive. */
  isFull(): boolean;
};

export const createDeliveryQueue = <M extends Arrival>(options: QueueOptions): DeliveryQueue<M> => {
  const { inFlightMax, readAheadMax, ordered } = options;
  const open = new Set<Entry<M>>();
  /** By key, where there is an order: all but the first of each are behind. */
  const keys = new Map<string, Entry<M>[]>();
  const ready = new Set<Entry<M>>();
  let running = 0;
  let full = false;

  const makeReady = (entry: Entry<M>): void => {
    entry.state = 'ready';
    ready.add(entry);
  };

  const end = (entry: Entry<M>): Step => {
    entry.state = 'over';
    open.delete(entry);
    ready.delete(entry);
    // Stopping and resuming the reader for each message would cost more than it saves.
    if (open.size <= readAheadMax / 2) full = false;
    const { key } = entry.message;
    const queue = keys.get(key) ?? [];
    queue.splice(queue.indexOf(entry), 1);
    const [next] = queue;
    if (next === undefined) keys.delete(key);
    else if (next.state === 'behind') makeReady(next);
    return OVER;
  };

  const rest = (entry: Entry<M>, ms: number): Step => {
    entry.state = 'resting';
    return { kind: 'rest', ms };
  };

  const fail = (entry: Entry<M>, { reason, retriable }: Failure): Step => {
    const { attempt } = entry;
    // An outage is no fault of the message: one that outlasts it has nothing to report.
    const attemptsMax = retriable ? limits.messageRetriableAttemptsMax : limits.messageAttemptsMax;
    if (attempt >= attemptsMax) return { kind: 'bury', reason, attempts: attempt };
    entry.attempt += 1;
    return rest(entry, waitAfter(attempt, limits.messageBackoffMs));
  };

  const follow = (entry: Entry<M>, outcome: Outcome): Step => {
    if (entry.message.holding.lost || outcome.kind === 'done') return end(entry);
    if (outcome.kind === 'parked') return rest(entry, outcome.retryAfterMs);
    if (outcome.kind === 'failed') return fail(entry, outcome);
    if (outcome.kind === 'poison') return { kind: 'bury', reason: outcome.reason, attempts: 0 };
    return rest(entry, waitAfter(entry.attempt, limits.messageBackoffMs));
  };

  return Object.freeze({
    arrive: (message: M) => {
      const entry: Entry<M> = { message, attempt: 1, state: 'behind' };
      open.add(entry);
      full ||= open.size >= readAheadMax;
      const queue = ordered ? (keys.get(message.key) ?? []) : [];
      queue.push(entry);
      if (ordered) keys.set(message.key, queue);
      if (queue[0] === entry) makeReady(entry);
    },
    start: () => {
      const [entry] = running < inFlightMax ? ready : [];
      if (entry === undefined) return undefined;
      ready.delete(entry);
      entry.state = 'running';
      running += 1;
      return entry;
    },
    settle: (entry: Entry<M>, outcome: Outcome) => {
      const step = follow(entry, outcome);
      if (step.kind !== 'bury') running -= 1;
      return step;
    },
    wake: (entry: Entry<M>) => {
      if (entry.state === 'resting') makeReady(entry);
    },
    dropLost: () => {
      const dropped = [...open].filter(({ message, state }) => message.holding.lost && state !== 'running');
      for (const entry of dropped) end(entry);
      return dropped;
    },
    count: () => open.size,
    isFull: () => full,
  });
};

type Failure = Extract<Outcome, { readonly kind: 'failed' }>;

const OVER: Step = { kind: 'over' };
