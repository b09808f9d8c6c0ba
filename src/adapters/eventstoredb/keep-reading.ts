/**
 * Reads on at the end of the log. While events arrive it reads pages. Once none do, it subscribes to the next one, like
 * a doorbell. A server drops a live subscription when more than a few dozen events arrive at once. A page also costs
 * less than its events one by one. So a subscription brings the first event only, and a dropped one costs nothing
 * (decision 0042).
 */
import { limits } from '../../kernel/limits.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { AllPages } from './all-pages.ts';
import type { Calls, LogEvent } from './server/calls.ts';
import { NOTHING, type Seq } from './server/sequence.ts';

export type ReadingDeps = {
  readonly calls: Pick<Calls, 'next'>;
  readonly pages: AllPages;
  readonly timers: Timers;
  /** For the watch over a quiet log: its sleeps need not keep the process alive. */
  readonly background: Timers;
  readonly logger: Logger;
};

export type Reading = {
  /** How far it has come. */
  readonly last: () => Seq;
  /** Takes consecutive events, the first of them not past the next one of the log. Answers how many are new. */
  readonly take: (events: readonly LogEvent[]) => number;
  /** Once it aborts nothing is taken any more. */
  readonly signal: AbortSignal;
};

/** Until the signal aborts. Rejects when a page cannot be read. */
export const keepReading = async (deps: ReadingDeps, reading: Reading): Promise<void> => {
  const { signal } = reading;
  let patience: number = limits.feedQuietPages;
  while (!signal.aborted) {
    await readWhileEventsCome(deps, reading, patience);
    const bell = await listen(deps, reading);
    // A bell that is dropped again and again is not asked for as often.
    patience = bell === 'dropped' ? Math.min(patience * 2, limits.feedQuietPagesMax) : limits.feedQuietPages;
  }
};

/** Pages, some milliseconds apart, until so many in a row have brought nothing. */
const readWhileEventsCome = async (deps: ReadingDeps, reading: Reading, patience: number): Promise<void> => {
  const { pages, timers } = deps;
  const { last, take, signal } = reading;
  for (let quiet = 0; quiet < patience;) {
    const { events, isFull } = await pages.next(last());
    if (signal.aborted) return;
    quiet = take(events) === 0 ? quiet + 1 : 0;
    if (!isFull) await timers.sleep(limits.feedPageEveryMs, signal).catch(() => undefined);
  }
};

/** Until the next event has come. A bell that has not rung for an event that is there is silent: that is looked for. */
const listen = async (deps: ReadingDeps, reading: Reading): Promise<'rung' | 'dropped'> => {
  const { calls, pages, background, logger } = deps;
  const { last, take, signal } = reading;
  const off = new AbortController();
  const leave = (): void => off.abort();
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });

  const bell = async (): Promise<'rung' | 'dropped'> => {
    try {
      const event = await calls.next(last() === NOTHING ? 'start' : last(), off.signal);
      if (off.signal.aborted) return 'rung';
      return event !== undefined && take([event]) > 0 ? 'rung' : 'dropped';
    } catch (error) {
      if (!off.signal.aborted) logger.debug({ err: error }, 'the server has dropped a subscription');
      return 'dropped';
    }
  };
  const watch = async (): Promise<'dropped'> => {
    for (;;) {
      await background.sleep(limits.feedWatchMs, off.signal).catch(() => undefined);
      if (off.signal.aborted) return 'dropped';
      const { events } = await pages.next(last());
      if (off.signal.aborted || take(events) > 0) return 'dropped';
    }
  };
  try {
    return await Promise.race([bell(), watch()]);
  } finally {
    leave();
    signal.removeEventListener('abort', leave);
  }
};
