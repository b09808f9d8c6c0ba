/** The supervisor's look at one key whose claimer is late. */
import { requestDecider } from '../../../commands/request/decider.ts';
import { answerRequest } from '../../../src/application/reactions/answer-request.ts';
import { type Services, systemContext } from '../../../src/application/services/services.ts';
import { idOf } from '../../../src/kernel/event.ts';

/** Whether the key was claimed; one that is not owes nothing. */
export const superviseKey = async (services: Services, stream: string, workspaceId: string): Promise<boolean> => {
  const { state } = await services.commands.read(requestDecider, stream);
  if (state.status !== 'claimed') return false;
  const { operation, targetId, projectId } = state.claim;
  const key = { subject: 'request', requestId: idOf(stream), n: state.claims, operation, targetId, projectId } as const;
  const work = { ...key, kind: 'request.answer', dueAt: '' } as const;
  await answerRequest(services, work, systemContext(workspaceId, 'supervise', 'late'));
  return true;
};
