import { accept, refuse } from '../../src/kernel/decider.ts';
import { requestReleased } from '../../events/request.ts';
import type { RequestState } from './state.ts';

/** Frees the key after a refusal that came before any work was queued: a 402 must not be replayed after a top-up. */
export type ReleaseRequest = { readonly type: 'ReleaseRequest'; readonly n: number; readonly reason: string };

export const releaseRequest = (command: ReleaseRequest, state: RequestState) => {
  if (state.claims !== command.n || state.status === 'answered') return refuse('claim_lost');
  return state.status === 'free' ? accept() : accept(requestReleased({ n: command.n, reason: command.reason }));
};
