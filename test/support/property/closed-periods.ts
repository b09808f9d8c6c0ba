/** Laws of streams that are summed up from time to time, and of every event that is a snapshot. */
import { deepStrictEqual as same, ok } from 'node:assert/strict';
import type { Decider, Refusal } from '../../../src/kernel/decider.ts';
import type { DomainEvent } from '../../../src/kernel/event.ts';
import type { Run } from './decider-run.ts';

/**
 * The end of a period changes only the revision. A cold start from the last one gives the state of all events. It reads
 * `every` events and those of one append at most.
 */
export const periodsTellAll = <S, C, E extends DomainEvent, R extends Refusal>(
  { decider, steps }: Run<S, C, E, R>,
  every: number,
): void => {
  const log: E[] = [];
  let state = decider.initial;
  for (const append of steps.map(({ events }) => events).filter(({ length }) => length > 0)) {
    for (const event of append) {
      const before = state;
      state = decider.evolve(state, event);
      if (event.type === decider.snapshotType)
        same(withoutPlace(state), withoutPlace(before), 'a period tells otherwise');
    }
    log.push(...append);
    const last = Math.max(
      log.findLastIndex(({ type }) => type === decider.snapshotType),
      0,
    );
    same(log.slice(last).reduce(decider.evolve, decider.initial), state, 'a cold start comes to another state');
    ok(log.length - last <= every + append.length, 'a cold start reads more than a period');
  }
};

/**
 * How many events a cold start reads of a log: from the last snapshot on. Throws where its state differs from that of
 * all events.
 */
export const coldStart = <S, C, E extends DomainEvent, R extends Refusal>(
  decider: Decider<S, C, E, R>,
  log: readonly E[],
  state: S,
): number => {
  const read = log.slice(
    Math.max(
      log.findLastIndex(({ type }) => type === decider.snapshotType),
      0,
    ),
  );
  same(read.reduce(decider.evolve, decider.initial), state, 'a cold start comes to another state');
  return read.length;
};

const withoutPlace = (state: unknown): unknown => ({ ...(state as object), revision: undefined });
