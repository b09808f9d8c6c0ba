/** A delivery as it is listed: its state, with every attempt. */
import type { DeliveryState } from '../../commands/delivery/state.ts';
import type { StreamMark } from '../../src/kernel/projection.ts';

export type DeliveryListDocument = DeliveryState & {
  readonly deliveryId: string;
  /** Sorts deliveries by age. */
  readonly requestedPosition: string;
  readonly mark: StreamMark;
};
