/** Sends a delivery again to each destination that has not taken it: at once, and with as many repeats as before. */
import { type Caller, contextOf } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import { nowText } from '../services/services.ts';
import { createDeliveryAttempts, type DeliveryDeps } from './create-delivery-attempts.ts';
import { createFirstAttempts, type FirstAttemptsDeps } from './first-attempts.ts';
import { ownDelivery } from './own-delivery.ts';
import { resultsOf } from './results-of.ts';

/** Refusals: delivery_not_found, project_forbidden, delivery_not_repeatable. */
export const createRedeliver = (deps: DeliveryDeps & FirstAttemptsDeps) => {
  const attempts = createDeliveryAttempts(deps);
  const attemptFirst = createFirstAttempts(deps, attempts);
  return async (caller: Caller, id: string): Promise<Result<Body>> => {
    const own = await ownDelivery(deps, caller, id);
    if (own.kind === 'refused') return own;
    const delivery = { workspaceId: caller.workspaceId, id };
    const context = contextOf(caller);
    const command = { type: 'RepeatDelivery', now: nowText(deps.clock) } as const;
    const repeated = await attempts.handle(delivery, command, context);
    if (repeated.kind === 'refused') return refused('delivery_not_repeatable');
    await attemptFirst(delivery, repeated.position, context);
    return ok({ ok: true, deliveryId: id, results: resultsOf(await attempts.stateOf(delivery)) });
  };
};
