import { createDeliver } from '../../application/deliveries/deliver.ts';
import { createReadDelivery } from '../../application/deliveries/read-delivery.ts';
import * as declared from '../contract/operations/delivery.ts';
import { plain, type Route } from './route.ts';

export const deliveryRoutes: readonly Route[] = [
  plain(declared.deliverVideo, createDeliver, async (deliver, { caller, body }) => deliver(caller, body)),
  plain(declared.getDelivery, createReadDelivery, async (read, { caller, parameters }) =>
    read(caller, parameters.deliveryId),
  ),
];
