/** A delivery of the caller's workspace. */
import { deliveryDecider, deliveryStream } from '../../../commands/delivery/decider.ts';
import type { DeliveryState } from '../../../commands/delivery/state.ts';
import type { Caller } from '../calls/caller.ts';
import { foreign, ok, refused, type Result } from '../calls/result.ts';
import type { Services } from '../services/services.ts';

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
