import type { Decider } from '../../src/kernel/decider.ts';
import { onCommand } from '../../src/kernel/handlers.ts';
import type { DeliveryEvent } from '../../events/delivery.ts';
import { clearDelivery, type ClearDelivery } from './clear-delivery.ts';
import { evolve } from './evolve.ts';
import { recordAttempt, type RecordAttempt } from './record-attempt.ts';
import type { DeliveryRefusal } from './refusals.ts';
import { repeatDelivery, type RepeatDelivery } from './repeat-delivery.ts';
import { requestDelivery, type RequestDelivery } from './request-delivery.ts';
import { type DeliveryState, initial } from './state.ts';

export type DeliveryCommand = RequestDelivery | RecordAttempt | RepeatDelivery | ClearDelivery;

/** Deliveries of a video to destinations of its caller, and their attempts. */
export const deliveryDecider: Decider<DeliveryState, DeliveryCommand, DeliveryEvent, DeliveryRefusal> = {
  category: 'delivery',
  initial,
  evolve,
  decide: onCommand({
    RequestDelivery: requestDelivery,
    RecordAttempt: recordAttempt,
    RepeatDelivery: repeatDelivery,
    ClearDelivery: clearDelivery,
  }),
};
