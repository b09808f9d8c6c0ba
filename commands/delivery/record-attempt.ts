import { accept, refuse } from '../../src/kernel/decider.ts';
import { deliveryAttempted, type DeliveryEvent, deliveryGivenUp } from '../../events/delivery.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import type { DeliveryAttempt, DeliveryState } from './state.ts';

/** Keeps the outcome of an attempt. The first outcome of each stays; `failed` is `retrying` where another follows. */
export type RecordAttempt = Omit<DeliveryAttempt, 'lane'> & { readonly type: 'RecordAttempt' };

/** The receiver is gone for good (RFC 9110, section 15.5.11). */
const GONE = 410;
/** No repeat changes these. */
const FINAL: readonly RecordAttempt['code'][] = ['content_gone', 'mail_refused', 'too_many_waiting', 'webhook_removed'];

export const recordAttempt = (command: RecordAttempt, state: DeliveryState) => {
  const { type: _, ...outcome } = command;
  const { index, attempt, code, statusCode, attemptedAt } = outcome;
  const destination = state.destinations[index];
  if (destination === undefined) return refuse('destination_unknown');
  const { attempts, open, round, since, lane } = destination;
  if (attempt >= 1 && attempt <= attempts.length) return accept();
  if (attempt !== attempts.length + 1 || !open) return refuse('attempt_out_of_turn');
  // One that waited for earlier ones may be late at its first attempt: it holds its followers no longer.
  const isLate = since !== null && attemptedAt >= addMs(since, limits.deliveryRetriedMs);
  const isLast = statusCode === GONE || FINAL.includes(code) || isLate || round + 1 >= limits.webhookAttemptsMax;
  const status = command.status === 'failed' && !isLast ? 'retrying' : command.status;
  const attempted = deliveryAttempted({ ...outcome, status, ...(lane !== undefined && { lane }) });
  return (status === 'failed' || status === 'blocked') && code !== null
    ? accept<DeliveryEvent>(attempted, deliveryGivenUp({ index, attempts: attempt, status, code, statusCode }))
    : accept(attempted);
};
