import { accept, refuse } from '../../src/kernel/decider.ts';
import { deliveryAttempted } from '../../events/delivery.ts';
import { limits } from '../../src/kernel/limits.ts';
import type { DeliveryAttempt, DeliveryState } from './state.ts';

/** Keeps the outcome of an attempt. The first outcome of each attempt stays. */
export type RecordAttempt = DeliveryAttempt & { readonly type: 'RecordAttempt' };

export const recordAttempt = (command: RecordAttempt, state: DeliveryState) => {
  const { index, attempt, status, code, statusCode, attemptedAt } = command;
  const destination = state.destinations[index];
  if (destination === undefined) return refuse('destination_unknown');
  const done = destination.attempts.length;
  if (attempt >= 1 && attempt <= done) return accept();
  const isNext = attempt === done + 1 && attempt <= limits.webhookAttemptsMax;
  if (!isNext) return refuse('attempt_out_of_turn');
  return accept(deliveryAttempted({ index, attempt, status, code, statusCode, attemptedAt }));
};
