import { accept, refuse } from '../../src/kernel/decider.ts';
import { requestClaimed } from '../../events/request.ts';
import type { RequestClaim, RequestState } from './state.ts';

/** Takes the key for one call. A caller that finds it answered reads the answer from the state instead. */
export type ClaimRequest = Pick<RequestClaim, 'operation' | 'bodyHash' | 'targetId' | 'projectId' | 'existing'> & {
  readonly type: 'ClaimRequest';
  /** RFC 3339 UTC. */
  readonly now: string;
};

export const claimRequest = (command: ClaimRequest, state: RequestState) => {
  if (state.status !== 'free') {
    if (state.claim.bodyHash !== command.bodyHash) return refuse('idempotency_key_reused');
    // The same target is the same call, sent again by its own retry.
    return state.claim.targetId === command.targetId ? accept() : refuse('request_in_progress');
  }
  const { operation, bodyHash, targetId, projectId, now: claimedAt, existing } = command;
  const claim = { operation, bodyHash, targetId, projectId, n: state.claims + 1, claimedAt };
  return accept(requestClaimed(existing === undefined ? claim : { ...claim, existing }));
};
