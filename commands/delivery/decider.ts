import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { DeliveryEvent } from '../../events/delivery.ts';
import { clearDelivery } from './clear-delivery.ts';
import { evolve } from './evolve.ts';
import { recordAttempt } from './record-attempt.ts';
import type { DeliveryRefusal } from './refusals.ts';
import { repeatDelivery } from './repeat-delivery.ts';
import { requestDelivery } from './request-delivery.ts';
import { type DeliveryState, initial } from './state.ts';

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
