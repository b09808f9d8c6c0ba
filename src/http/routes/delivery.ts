import { createDeliver, createRedeliver } from '../../application/deliveries/deliver.ts';
import { createListDeliveries, createReadDelivery } from '../../application/deliveries/read-deliveries.ts';
import { declared } from '../contract/operations/registry.ts';
import { pageOf } from './page.ts';
import { plain, reads, type Route } from './route.ts';

export const deliveryRoutes: readonly Route[] = [
  plain(declared.deliverVideo, createDeliver, async (deliver, { caller, body }) => deliver(caller, body)),
  reads(
    declared.listDeliveries,
    createListDeliveries,
    async (list, { caller, query: { limit, cursor, ...filter }, fresh }) =>
      list(caller, filter, pageOf(limit, cursor), fresh),
  ),
  plain(declared.getDelivery, createReadDelivery, async (read, { caller, parameters }) =>
    read(caller, parameters.deliveryId),
  ),
  plain(declared.redeliver, createRedeliver, async (send, { caller, parameters }) =>
    send(caller, parameters.deliveryId),
  ),
];
