/** The log of a delivery: its destinations with their attempts, as its stream tells. */
import { deliveryDecider } from '../../../commands/delivery/decider.ts';
import type { DeliveryDestination } from '../../../commands/delivery/state.ts';
import { deliveryStream } from '../../../commands/delivery/stream.ts';
import type { Caller } from '../calls/caller.ts';
import { ok, refused, type Result } from '../calls/result.ts';
import type { Body } from '../calls/stored-answer.ts';
import type { Services } from '../services/services.ts';

export const createReadDelivery =
  ({ commands }: Pick<Services, 'commands'>) =>
  async ({ workspaceId }: Pick<Caller, 'workspaceId'>, id: string): Promise<Result<Body>> => {
    const { request, destinations } = (await commands.read(deliveryDecider, deliveryStream(id))).state;
    if (request === null) return refused('delivery_not_found', `there is no delivery ${id}`);
    if (request.workspaceId !== workspaceId) {
      return refused('project_forbidden', `the delivery ${id} is not in the current workspace`);
    }
    return ok({ ok: true, delivery: { id, createdAt: request.requestedAt, destinations: destinations.map(viewOf) } });
  };

const viewOf = ({ type, host, signed, attempts }: DeliveryDestination, index: number): Body => ({
  index,
  type,
  host,
  signed,
  status: attempts.at(-1)?.status ?? 'pending',
  attempts: attempts.map(({ attempt, status, code, statusCode, attemptedAt }) => ({
    attempt,
    status,
    code,
    statusCode,
    attemptedAt,
  })),
});
