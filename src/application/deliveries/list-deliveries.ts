/** The deliveries of a workspace with all their attempts, newest first. */
import type { DeliveryDestination } from '../../../commands/delivery/state.ts';
import { deliveryListProjection } from '../../../projections/delivery-list/definition.ts';
import type { DeliveryListDocument } from '../../../projections/delivery-list/document.ts';
import { deliveryItem, type LoggedDeliveryStatus, statusOf } from '../../../projections/delivery-list/view.ts';
import type { DestinationType } from '../../kernel/delivery-outcome.ts';
import type { Caller } from '../calls/caller.ts';
import type { Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { positionFor, type Freshness, type Read } from '../reading/answers.ts';
import type { PageInput } from '../reading/cursor.ts';
import { readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';

type Filter = { readonly status?: LoggedDeliveryStatus; readonly type?: DestinationType; readonly host?: string };

export const createListDeliveries =
  (side: ReadSide) =>
  async (caller: Caller, filter: Filter, page: PageInput, fresh: Freshness): Promise<Result<Read<Body>>> => {
    const list = {
      name: 'deliveries',
      projection: deliveryListProjection,
      owner: caller.workspaceId,
      position: positionFor(side, caller, fresh),
      index: 'byRequested',
      descending: true,
      keyOf: ({ requestedPosition }: DeliveryListDocument) => requestedPosition,
      keep: ({ destinations }: DeliveryListDocument) => destinations.some((one) => isAsked(filter, one)),
    };
    return readList(side, list, page, (documents) => ({
      ok: true,
      deliveries: documents.map(({ id, body }) => deliveryItem(id, body)),
    }));
  };

/** One destination has to meet all conditions. */
const isAsked = ({ status, type, host }: Filter, one: DeliveryDestination): boolean =>
  (status === undefined || statusOf(one) === status) &&
  (type === undefined || one.type === type) &&
  (host === undefined || one.host === host);
