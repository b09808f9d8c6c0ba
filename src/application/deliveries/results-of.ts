/** The outcome of each destination so far, in the order of the request. */
import type { DeliveryState } from '../../../commands/delivery/state.ts';
import type { Body } from '../calls/stored-answer.ts';

/** One without an attempt, or without one since it was asked for again, waits for earlier ones to its destination. */
export const resultsOf = ({ destinations }: DeliveryState): readonly Body[] =>
  destinations.map(({ type, attempts, open, round }, index) => {
    const last = open && round === 0 ? undefined : attempts.at(-1);
    const { status, code } = last ?? { status: 'retrying', code: 'waits_for_earlier' };
    return { index, type, status, ...(code !== null && { code }) };
  });
