/**
 * Streams that grow without end are summed up from time to time. The append that reaches or passes a multiple of
 * `every` events ends with an event of the whole state. A cold start reads back to the last of these, and no further.
 */
import { accept, type Decider, type Refusal } from './decider.ts';
import type { DomainEvent } from './event.ts';
import { firstRevisionAfter, type Revision } from './position.ts';

export type Periods<S, E extends DomainEvent> = {
  readonly every: number;
  /** The event that closes a period. `evolve` restores the whole state from it alone. */
  readonly type: E['type'];
  /** That event for a state; `revision` is its own. Undefined where the stream has ended. */
  readonly close: (state: S, revision: Revision) => E | undefined;
};

/** The decider that closes periods by itself. */
export const inPeriods = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Omit<Decider<S, C, E, R>, 'snapshotType' | 'closePeriod'>,
  { every, type, close }: Periods<S, E>,
): Decider<S, C, E, R> => ({
  ...decider,
  snapshotType: type,
  closePeriod: close,
  decide: (command, state, revision) => {
    const decision = decider.decide(command, state, revision);
    if (decision.kind === 'refused' || decision.events.length === 0) return decision;
    const before = firstRevisionAfter(revision);
    const after = before + decision.events.length;
    if (Math.floor(before / every) === Math.floor(after / every)) return decision;
    const closing = close(decision.events.reduce(decider.evolve, state), after);
    return closing === undefined ? decision : accept(...decision.events, closing);
  },
});
