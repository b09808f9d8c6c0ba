/** The supervisor's look at keys whose claimers are late. */
import { requestDecider } from '../../../commands/request.ts';
import { answerRequest } from '../../../src/application/reactions/carry-on.ts';
import { type Services, systemContext } from '../../../src/application/services/services.ts';
import { idOf } from '../../../src/kernel/event.ts';
import type { World } from './world.ts';

/** The outcome of one; a key that is not claimed owes nothing, and has none. */
export const superviseKey = async (services: Services, stream: string, workspaceId: string) => {
  const { state } = await services.commands.read(requestDecider, stream);
  if (state.status !== 'claimed') return undefined;
  const { operation, targetId, projectId } = state.claim;
  const key = { subject: 'request', requestId: idOf(stream), n: state.claims, operation, targetId, projectId } as const;
  const work = { ...key, kind: 'request.answer', dueAt: '' } as const;
  return answerRequest(services, work, systemContext(workspaceId, 'supervise', 'late'));
};

/** Each that was ever claimed. */
export const superviseKeys = async (
  world: Pick<World, 'events'>,
  services: Services,
  workspaceId: string,
): Promise<void> => {
  const claims = (await world.events()).filter(({ type }) => type === 'RequestClaimed');
  for (const { stream } of claims) await superviseKey(services, stream, workspaceId);
};
