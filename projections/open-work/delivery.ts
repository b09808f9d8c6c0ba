/** The open work of a delivery: the removal of its sealed content, some time after its last attempt. */
import type { DeliveryEvent } from '../../events/delivery.ts';
import { idOf, type RecordedEvent } from '../../src/kernel/event.ts';
import { limits } from '../../src/kernel/limits.ts';
import { addMs } from '../../src/kernel/time.ts';
import { type DeliveryWork, NOTHING } from './document.ts';

export const evolveDelivery = (
  work: DeliveryWork | undefined,
  event: RecordedEvent<DeliveryEvent>,
): DeliveryWork | undefined => {
  if (event.type === 'DeliveryCleared') return undefined;
  const open = after(work?.open ?? [], event);
  const dueAt = addMs(event.metadata.at, limits.deliveryKeptMs);
  const owed = open.length === 0 ? ({ kind: 'delivery.clear', dueAt } as const) : NOTHING;
  return { ...owed, subject: 'delivery', deliveryId: idOf(event.stream), open };
};

const after = (open: readonly number[], event: RecordedEvent<DeliveryEvent>): readonly number[] => {
  switch (event.type) {
    case 'DeliveryRequested':
      return event.data.destinations.map((_, index) => index);
    case 'DeliveryRepeated':
      return [...open, ...event.data.indexes];
    case 'DeliveryAttempted':
      return event.data.status === 'retrying' ? open : open.filter((index) => index !== event.data.index);
    case 'DeliveryGivenUp':
    case 'DeliveryCleared':
      return open;
  }
};
