/**
 * One subscription to the whole log, and the tail that it fills. It does not mend itself: an error, an end, a close and
 * silence all mean that it was dropped, and whoever follows is told.
 */
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import { type AllPages, noteMarker } from './all-pages.ts';
import { type Calls, type Hear, isSystem, type LogEvent } from './calls.ts';
import { readFault } from './faults.ts';
import type { LogPositions } from './log-positions.ts';
import { NOTHING, type Seq } from './sequence.ts';
import { toStored } from './stored.ts';
import { createTail, type Tail } from './tail.ts';

export type LiveSession = {
  readonly tail: Tail;
  /** Why it has ended, if it has. */
  fault(): Fault | undefined;
  /** Resolves at the next event or at its end, or when the signal aborts. */
  woken(signal: AbortSignal | undefined): Promise<void>;
  end(fault: Fault): void;
};

export type LiveSessionDeps = {
  readonly calls: Pick<Calls, 'subscribe'>;
  readonly positions: LogPositions;
  readonly pages: AllPages;
  readonly timers: Timers;
  readonly logger: Logger;
};

/** `from`: an event of the log, or nothing. `ended` is called once. */
export const openLiveSession = (deps: LiveSessionDeps, from: Seq, ended: () => void): LiveSession => {
  const { calls, positions, timers, logger } = deps;
  const tail = createTail(from);
  const waiters = new Set<() => void>();
  const over = new AbortController();
  const progress = { confirmed: false, heard: false, last: from };
  let fault: Fault | undefined;
  let waking = false;

  const wake = (): void => {
    waking = false;
    const woken = [...waiters];
    waiters.clear();
    for (const waiter of woken) waiter();
  };

  const take = (event: LogEvent): void => {
    const { seq } = event;
    // A server may repeat where it goes from what was to what comes.
    if (seq <= progress.last) return;
    progress.last = seq;
    if (isSystem(event)) return;
    noteMarker(positions, event);
    tail.push(seq, toStored(event, positions.positionOf(seq)));
    if (waking) return;
    waking = true;
    // What has come with it is taken along.
    timers.nextTurn().then(wake, drop);
  };

  const end = (why: Fault): void => {
    if (fault !== undefined) return;
    fault = why;
    over.abort();
    ended();
    wake();
  };

  const drop = (cause: unknown): void => {
    if (fault !== undefined) return;
    const why = dropped(cause);
    if (why.retriable) logger.warn({ err: cause }, 'the subscription to the log was dropped');
    end(why);
  };

  const hear: Hear = ({ confirmed, events }) => {
    if (fault !== undefined) return undefined;
    progress.heard = true;
    progress.confirmed ||= confirmed;
    for (const event of events) take(event);
    return undefined;
  };
  const kept = calls.subscribe(from === NOTHING ? 'start' : from, hear, over.signal);
  kept.then(() => drop(new Error('the server has ended the subscription')), drop);
  watch(deps, progress, over.signal).catch(drop);

  return { tail, fault: () => fault, woken: wakeable(waiters, () => fault !== undefined), end };
};

type Progress = { readonly confirmed: boolean; heard: boolean; readonly last: Seq };

/**
 * Rejects when the subscription is silent: not confirmed after the first interval, or still without an event that was
 * the last of the log an interval ago.
 */
const watch = async ({ pages, timers }: LiveSessionDeps, progress: Progress, signal: AbortSignal): Promise<void> => {
  let missed: Seq = NOTHING;
  for (;;) {
    try {
      await timers.sleep(limits.feedWatchMs, signal);
    } catch (error) {
      if (isFault(error, 'cancelled')) return;
      throw error;
    }
    if (!progress.confirmed) throw new Error('the server does not confirm the subscription');
    if (missed > progress.last) throw new Error('the subscription is silent');
    if (!progress.heard) missed = await pages.last();
    progress.heard = false;
  }
};

const wakeable =
  (waiters: Set<() => void>, isOver: () => boolean): LiveSession['woken'] =>
  async (signal) => {
    if (isOver() || signal?.aborted === true) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = (): void => resolve();
    waiters.add(waiter);
    signal?.addEventListener('abort', waiter);
    await promise;
    waiters.delete(waiter);
    signal?.removeEventListener('abort', waiter);
  };

/** Whatever it was, who follows is to come again. */
const dropped = (cause: unknown): Fault => {
  const fault = readFault(cause);
  if (isFault(fault, 'unavailable')) return fault;
  return new Fault('unavailable', 'the subscription to the log was dropped', { cause });
};
