/**
 * Settles an append of unknown outcome.
 *
 * Two observations settle it. Our events at their place: it was taken. A foreign event there: it was not and never will
 * be, since the stream has moved past its revision. An empty place proves nothing: a delayed append can still land. So
 * while the head has not moved, the very same bytes, ids and revision are sent again: the store takes them once.
 */
import { waitAfter } from '../../kernel/again.ts';
import { Fault, isFault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { type ExpectedRevision, firstRevisionAfter } from '../../kernel/position.ts';
import type { Logger, Timers } from '../../ports/basics.ts';
import type { AppendResult, EncodedEvent, EventStore, StoredEvent } from '../../ports/event-store.ts';

export type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EncodedEvent[];
};

export type Settled = { readonly kind: 'taken'; readonly result: AppendResult } | { readonly kind: 'foreign' };

export type SettleDeps = {
  readonly eventStore: EventStore;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonic: () => number;
  /** Ends the search when the service stops. */
  readonly signal: AbortSignal;
};

/**
 * Searches until it knows. `outOfPatience` is called once, after `limits.ambiguousRetriesMax` looks in vain, or after
 * `limits.ambiguousPatienceMs` and the look of that moment. The search goes on. Faults: `corrupt`, and `cancelled` when
 * the service stops.
 */
export const settleAppend = async (deps: SettleDeps, append: Append, outOfPatience: () => void): Promise<Settled> => {
  const { eventStore, timers, logger, monotonic, signal } = deps;
  const { stream, expected, events } = append;
  const patientUntil = monotonic() + limits.ambiguousPatienceMs;
  let patient = true;
  for (let attempt = 0; ; attempt += 1) {
    if (patient && (attempt >= limits.ambiguousRetriesMax || monotonic() >= patientUntil)) {
      patient = false;
      logger.error({ stream, expected }, 'an append of unknown outcome could not be settled in time');
      outOfPatience();
    }
    try {
      const settled = (await look(eventStore, append)) ?? {
        kind: 'taken',
        result: await eventStore.append(stream, expected, events),
      };
      logger.info({ stream, expected, outcome: settled.kind, attempt }, 'an append of unknown outcome is settled');
      return settled;
    } catch (error) {
      if (!isFault(error) || error.code === 'corrupt') throw error;
      // Conflict: an event, perhaps ours, is there by now. The rest: no answer. Either way the next look tells.
      logger.warn({ stream, expected, attempt, code: error.code }, 'an append of unknown outcome is not settled yet');
    }
    await timers.sleep(waitAfter(attempt + 1, limits.settleBackoffMs), signal);
  }
};

/**
 * Looks until an event shows, for `limits.settleBackoffMs` altogether. A server can refuse an append because of events
 * that it has written and not yet confirmed. A new leader, and one that does not know of its loss, shows fewer events
 * than another node.
 */
export const untilShown = async <T>(
  { timers, signal }: Pick<SettleDeps, 'timers' | 'signal'>,
  see: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  for (const waitMs of limits.settleBackoffMs) {
    const seen = await see();
    if (seen !== undefined) return seen;
    await timers.sleep(waitMs, signal);
  }
  return see();
};

/** The event at the place of an append, if any. Fault `corrupt`: only a part of the append is there. */
export const look = async (
  eventStore: EventStore,
  { stream, expected, events }: Append,
): Promise<Settled | undefined> => {
  const stored: StoredEvent[] = [];
  const options = { from: firstRevisionAfter(expected), limit: events.length };
  for await (const event of eventStore.readStream(stream, options)) stored.push(event);
  const [first] = stored;
  if (first === undefined) return undefined;
  if (first.id !== events[0]?.id) return { kind: 'foreign' };
  const last = stored[events.length - 1];
  if (last === undefined || !events.every(({ id }, index) => stored[index]?.id === id)) {
    throw new Fault('corrupt', `${stream}: an append was taken in part`, {
      detail: { reason: 'torn_append', stream, revision: first.revision },
    });
  }
  return { kind: 'taken', result: { revision: last.revision, position: last.position } };
};
