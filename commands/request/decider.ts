import type { Decider, Decision } from '../../src/kernel/decider.ts';
import { assertNever } from '../../src/kernel/faults.ts';
import type { RequestEvent } from '../../events/request.ts';
import { answerRequest, type AnswerRequest } from './answer-request.ts';
import { claimRequest, type ClaimRequest } from './claim-request.ts';
import type { RequestRefusal } from './refusals.ts';
import { releaseRequest, type ReleaseRequest } from './release-request.ts';
import { evolve, initial, type RequestState } from './state.ts';

export type RequestCommand = ClaimRequest | AnswerRequest | ReleaseRequest;

const decide = (command: RequestCommand, state: RequestState): Decision<RequestEvent, RequestRefusal> => {
  switch (command.type) {
    case 'ClaimRequest':
      return claimRequest(command, state);
    case 'AnswerRequest':
      return answerRequest(command, state);
    case 'ReleaseRequest':
      return releaseRequest(command, state);
    default:
      return assertNever(command);
  }
};

/**
 * Idempotency keys. A release says all that is known of a key that is free, so a cold start reads
 * back to the last one: a key that is refused again and again costs no more than one that never was.
 */
export const requestDecider: Decider<RequestState, RequestCommand, RequestEvent, RequestRefusal> = {
  category: 'request',
  initial,
  evolve,
  decide,
  snapshotType: 'RequestReleased',
};
