/** The outcome of each destination so far, in the order of the request. */
import type { DeliveryState } from '../../../commands/delivery/state.ts';
import type { Body } from '../calls/stored-answer.ts';

export const resultsOf = ({ destinations }: DeliveryState): readonly Body[] =>
  destinations.map(({ type, attempts }, index) => {
    const { status = 'pending', code = null } = attempts.at(-1) ?? {};
    return { index, type, status, ...(code !== null && { code }) };
  });
