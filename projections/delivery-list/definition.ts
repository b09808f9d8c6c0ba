/** Read model `delivery-list`: one document per delivery, the fold of its own stream. */
import { evolve, initial } from '../../commands/delivery/state.ts';
import type { DeliveryEvent } from '../../events/delivery.ts';
import { idOf } from '../../src/kernel/event.ts';
import { markOf } from '../../src/kernel/projection.ts';
import { defineProjection } from '../common/define.ts';
import type { DeliveryListDocument } from './document.ts';

export const deliveryListProjection = defineProjection<DeliveryListDocument, DeliveryEvent>({
  name: 'delivery-list',
  version: 2,
  indexes: { byRequested: ['requestedPosition'] },
  categories: ['delivery'],
  touches: (event) => [idOf(event.stream)],
  evolve: (document, event, deliveryId) => ({
    ...evolve(document ?? initial, event),
    deliveryId,
    requestedPosition: document?.requestedPosition ?? event.position,
    mark: markOf(event),
  }),
});
