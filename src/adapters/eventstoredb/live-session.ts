/**
 * Reads the end of the log into a tail until a read fails. It does not restart itself: followers are told, and follow
 * anew.
 */
import { Fault, isFault } from '../../kernel/faults.ts';
import { createLogTail, type LogTail } from '../../kernel/log-tail.ts';
import { createWaiters } from '../../kernel/waiters.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { noteMarker } from './all-pages.ts';
import { isSystem, type LogEvent } from './server/calls.ts';
import { readFault } from './server/faults.ts';
import { keepReading, type ReadingDeps } from './keep-reading.ts';
import type { LogPositions } from './log-positions.ts';
import type { Seq } from './server/sequence.ts';
import { toStored } from './stored.ts';

export type LiveSession = {
  readonly tail: LogTail<Seq, StoredEvent>;
  /** Why it has ended, if it has. */
  fault(): Fault | undefined;
  /** Resolves at the next event or at its end, or when the signal aborts. */
  woken(signal: AbortSignal | undefined): Promise<void>;
  end(fault: Fault): void;
};

export type LiveSessionDeps = ReadingDeps & { readonly positions: LogPositions };

/** Where a session begins. */
export type Beginning = {
  /** The last event of the log, of any owner; undefined without one. */
  readonly from: Seq;
  /** The last one of ours up to there, or later. */
  readonly ours: Seq;
};

/** `ended` is called once. */
export const openLiveSession = (deps: LiveSessionDeps, { from, ours }: Beginning, ended: () => void): LiveSession => {
  const { positions, logger } = deps;
  const tail = createLogTail<Seq, StoredEvent>(ours < from ? ours : from);
  const { wake, woken } = createWaiters();
  const over = new AbortController();
  let last = from;
  let fault: Fault | undefined;

  /** Takes the new ones of consecutive events, the first not past the next one of the log. Answers how many. */
  const take = (events: readonly LogEvent[]): number => {
    let taken = 0;
    for (const event of events) {
      const { seq } = event;
      if (seq <= last) continue;
      last = seq;
      taken += 1;
      if (isSystem(event)) continue;
      noteMarker(positions, event);
      tail.push(seq, toStored(event, positions.positionOf(seq)));
    }
    if (taken > 0) wake();
    return taken;
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
    if (why.retriable) logger.warn({ err: cause }, 'the log cannot be followed');
    end(why);
  };

  keepReading(deps, { last: () => last, take, signal: over.signal }).catch(drop);

  return {
    tail,
    fault: () => fault,
    woken: async (signal) => (fault === undefined ? woken(signal) : undefined),
    end,
  };
};

/** After any error the followers follow anew. */
const dropped = (cause: unknown): Fault => {
  const fault = readFault(cause);
  if (isFault(fault, 'unavailable')) return fault;
  return new Fault('unavailable', 'the log cannot be followed', { cause });
};
