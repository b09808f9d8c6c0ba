/**
 * The log of deliveries: their destinations with all attempts. One is read from its stream; the list, newest first,
 * from its read model.
 */
import {
  deliveryItem,
  type DeliveryListDocument,
  deliveryListProjection,
  type LoggedDeliveryStatus,
  statusOf,
} from '../../../projections/delivery-list.ts';
import type { Caller } from '../calls/caller.ts';
import { type Body, foreign, ok, refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';
import { deliveryDecider, deliveryStream } from '../../../commands/delivery/decider.ts';
import type { DeliveryDestination, DeliveryState } from '../../../commands/delivery/state.ts';
import type { DestinationType } from '../../kernel/delivery-outcome.ts';
import { type Freshness, positionFor, type Read } from '../reading/answers.ts';
import { type PageInput, readList } from '../reading/read-list.ts';
import type { ReadSide } from '../reading/read-side.ts';

export const createReadDelivery =
  (deps: Pick<Services, 'commands'>) =>
  async (caller: Pick<Caller, 'workspaceId'>, id: string): Promise<Result<Body>> => {
    const found = await ownDelivery(deps, caller, id);
    return found.kind === 'refused' ? found : ok({ ok: true, delivery: deliveryItem(id, found.value) });
  };

type Own = DeliveryState & { readonly request: NonNullable<DeliveryState['request']> };

/** Refusals: delivery_not_found, project_forbidden. */
export const ownDelivery = async (
  { commands }: Pick<Services, 'commands'>,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  id: string,
): Promise<Result<Own>> => {
  const { state } = await commands.read(deliveryDecider, deliveryStream(id));
  const { request } = state;
  if (request === null) return refused('delivery_not_found', `there is no delivery ${id}`);
  return request.workspaceId === workspaceId ? ok({ ...state, request }) : foreign('delivery', id);
};

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
