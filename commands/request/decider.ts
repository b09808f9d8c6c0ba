import type { Decider } from '../../src/kernel/decider.ts';
import { type CommandIn, onCommand } from '../../src/kernel/handlers.ts';
import type { RequestEvent } from '../../events/request.ts';
import { answerRequest } from './answer-request.ts';
import { claimRequest } from './claim-request.ts';
import type { RequestRefusal } from './refusals.ts';
import { releaseRequest } from './release-request.ts';
import { evolve } from './evolve.ts';
import { initial, type RequestState } from './state.ts';

const commands = { ClaimRequest: claimRequest, AnswerRequest: answerRequest, ReleaseRequest: releaseRequest };

export type RequestCommand = CommandIn<typeof commands>;

/**
 * Idempotency keys. A release carries the whole state of a free key, so a cold start reads back to the last one. A key
 * that is refused again and again costs no more than a new one.
 */
export const requestDecider: Decider<RequestState, RequestCommand, RequestEvent, RequestRefusal> = {
  category: 'request',
  initial,
  evolve,
  decide: onCommand(commands),
  snapshotType: 'RequestReleased',
};
