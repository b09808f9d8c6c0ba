import { accept, type Decider, type Refusal, refuse } from '../../src/kernel/decider.ts';
import {
  deliveryAttempted,
  deliveryCleared,
  type DeliveryEvent,
  deliveryGivenUp,
  deliveryRepeated,
  deliveryRequested,
} from '../../events/delivery.ts';
import type { EventOf } from '../../src/kernel/event.ts';
import { type DeliveryAttempt, type DeliveryState, evolve, initial } from './state.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';

export const deliveryStream = (deliveryId: string): string => `delivery-${deliveryId}`;

type DeliveryRefusal = Refusal<
  /** The delivery has no destination at this index. */
  | 'destination_unknown'
  /** An attempt before it is missing, or the destination has had all of its attempts. */
  | 'attempt_out_of_turn'
  /** Its content is removed, or it was asked for again too often. */
  | 'delivery_over'
  /** Each destination has taken it, has attempts to come, or is of a type that takes none. */
  | 'nothing_to_repeat'
>;

/** Writes a delivery down before its first attempt. */
export type RequestDelivery = EventOf<typeof deliveryRequested>['data'] & { readonly type: 'RequestDelivery' };

const requestDelivery = (command: RequestDelivery, state: DeliveryState) => {
  if (state.request !== null) return accept();
  const { type: _, ...request } = command;
  return accept(deliveryRequested(request));
};

/** Keeps the outcome of an attempt. The first outcome of each stays; `failed` is `retrying` where another follows. */
export type RecordAttempt = Omit<DeliveryAttempt, 'lane'> & { readonly type: 'RecordAttempt' };

/** The receiver is gone for good (RFC 9110, section 15.5.11). */
const GONE = 410;
/** No repeat changes these. */
const FINAL: readonly RecordAttempt['code'][] = ['content_gone', 'mail_refused', 'too_many_waiting', 'webhook_removed'];

const recordAttempt = (command: RecordAttempt, state: DeliveryState) => {
  const { type: _, ...outcome } = command;
  const { index, attempt, code, statusCode, attemptedAt } = outcome;
  const destination = state.destinations[index];
  if (destination === undefined) return refuse('destination_unknown');
  const { attempts, open, round, since, lane } = destination;
  if (attempt >= 1 && attempt <= attempts.length) return accept();
  if (attempt !== attempts.length + 1 || !open) return refuse('attempt_out_of_turn');
  // One that waited for earlier ones may be late at its first attempt: it holds its followers no longer.
  const isLate = since !== null && attemptedAt >= addMs(since, limits.deliveryRetriedMs);
  const isLast = statusCode === GONE || FINAL.includes(code) || isLate || round + 1 >= limits.deliveryAttemptsMax;
  const status = command.status === 'failed' && !isLast ? 'retrying' : command.status;
  const attempted = deliveryAttempted({ ...outcome, status, ...(lane !== undefined && { lane }) });
  return (status === 'failed' || status === 'blocked') && code !== null
    ? accept<DeliveryEvent>(attempted, deliveryGivenUp({ index, attempts: attempt, status, code, statusCode }))
    : accept(attempted);
};

/** Opens each destination again whose attempts have ended without a delivery: it has as many attempts anew. */
type RepeatDelivery = {
  readonly type: 'RepeatDelivery';
  /** RFC 3339 UTC. */
  readonly now: string;
};

/** Delivered, or of a type that takes none. */
const TAKEN: readonly unknown[] = ['delivered', 'unsupported'];

const isGiven = (name: string | null): boolean => name !== null;

const repeatDelivery = ({ now: repeatedAt }: RepeatDelivery, { destinations, repeats, cleared }: DeliveryState) => {
  if (cleared || repeats >= limits.deliveryRepeatsMax) return refuse('delivery_over');
  const indexes = destinations.flatMap(({ open, attempts }, index) =>
    open || TAKEN.includes(attempts.at(-1)?.status) ? [] : [index],
  );
  if (indexes.length === 0) return refuse('nothing_to_repeat');
  const lanes = indexes.map((index) => destinations[index]?.lane ?? null);
  const hosts = indexes.map((index) => destinations[index]?.host ?? null);
  return accept(
    deliveryRepeated({
      indexes,
      ...(lanes.some(isGiven) && { lanes }),
      ...(hosts.some(isGiven) && { hosts }),
      repeatedAt,
    }),
  );
};

/** The delivery is over, and its sealed content may be removed: nothing is sent any more. */
type ClearDelivery = { readonly type: 'ClearDelivery' };

const clearDelivery = (_: ClearDelivery, { cleared, destinations }: DeliveryState) => {
  if (cleared) return accept();
  return destinations.some(({ open }) => open) ? refuse('attempt_out_of_turn') : accept(deliveryCleared({}));
};

const commands = {
  RequestDelivery: requestDelivery,
  RecordAttempt: recordAttempt,
  RepeatDelivery: repeatDelivery,
  ClearDelivery: clearDelivery,
};

export type DeliveryCommand = CommandIn<typeof commands>;

/** Deliveries of a video to destinations of its caller, and their attempts. */
export const deliveryDecider: Decider<DeliveryState, DeliveryCommand, DeliveryEvent, DeliveryRefusal> = {
  category: 'delivery',
  initial,
  evolve,
  decide: onCommand(commands),
};
