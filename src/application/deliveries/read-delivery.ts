/** The log of a delivery: its destinations with their attempts, as its stream tells. */
import { deliveryItem } from '../../../projections/delivery-list/view.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { Services } from '../services/services.ts';
import { ownDelivery } from './own-delivery.ts';

export const createReadDelivery =
  (deps: Pick<Services, 'commands'>) =>
  async (caller: Pick<Caller, 'workspaceId'>, id: string): Promise<Result<Body>> => {
    const found = await ownDelivery(deps, caller, id);
    return found.kind === 'refused' ? found : ok({ ok: true, delivery: deliveryItem(id, found.value) });
  };
