/** free -> claimed -> answered; a release leads from claimed back to free. */
import type { EventOf } from '../src/kernel/event.ts';
import { requestAnswered, requestClaimed, type RequestEvent, requestReleased } from '../events/request.ts';
import { type CommandIn, onCommand, onEvent } from '../src/kernel/handlers.ts';
import { accept, type Decider, type Refusal, refuse } from '../src/kernel/decider.ts';
import { keyFromContent } from '../src/kernel/ids.ts';

/**
 * One stream per idempotency key, scoped by workspace, user and operation: the same key of
 * another user, workspace or operation is another request.
 */
export const requestStream = (workspaceId: string, userKey: string, operation: string, key: string): string =>
  `request-${keyFromContent(workspaceId, userKey, operation, key)}`;

export type RequestClaim = EventOf<typeof requestClaimed>['data'];

export type RequestState =
  | { readonly status: 'free'; readonly claims: number; readonly bodyHash?: string }
  | { readonly status: 'claimed'; readonly claims: number; readonly claim: RequestClaim }
  | {
      readonly status: 'answered';
      readonly claims: number;
      readonly claim: RequestClaim;
      readonly answer: EventOf<typeof requestAnswered>['data'];
    };

const initial: RequestState = { status: 'free', claims: 0 };

const evolve = onEvent<RequestEvent, RequestState>({
  RequestClaimed: (_, claim) => ({ status: 'claimed', claims: claim.n, claim }),
  RequestAnswered: (state, answer) => (state.status === 'claimed' ? { ...state, status: 'answered', answer } : state),
  RequestReleased: (_, { n, bodyHash }) => ({
    status: 'free',
    claims: n,
    ...(bodyHash === undefined ? {} : { bodyHash }),
  }),
});

type RequestRefusal = Refusal<
  /** Another call with this key is under way. */
  | 'request_in_progress'
  /** The key was used with another body. */
  | 'idempotency_key_reused'
  /** The caller's claim is over: another process finished it. */
  | 'claim_lost'
>;

/** Takes the key for one call. A caller that finds it answered reads the answer from the state instead. */
type ClaimRequest = Pick<RequestClaim, 'operation' | 'bodyHash' | 'targetId' | 'projectId' | 'existing'> & {
  readonly type: 'ClaimRequest';
  /** RFC 3339 UTC. */
  readonly now: string;
};

/** The one body that may have the key; undefined where any may. */
export const bodyOfKey = (state: RequestState): string | undefined =>
  state.status === 'free' ? state.bodyHash : state.claim.bodyHash;

const claimRequest = (command: ClaimRequest, state: RequestState) => {
  if ((bodyOfKey(state) ?? command.bodyHash) !== command.bodyHash) return refuse('idempotency_key_reused');
  if (state.status !== 'free') {
    // The same target is the same call, sent again by its own retry.
    return state.claim.targetId === command.targetId ? accept() : refuse('request_in_progress');
  }
  const { operation, bodyHash, targetId, projectId, now: claimedAt, existing } = command;
  const claim = { operation, bodyHash, targetId, projectId, n: state.claims + 1, claimedAt };
  return accept(requestClaimed(existing === undefined ? claim : { ...claim, existing }));
};

/** Stores the answer that the key gives from now on. The first answer stays. */
type AnswerRequest = {
  readonly type: 'AnswerRequest';
  readonly n: number;
  readonly status: number;
  readonly body: string;
  readonly signed: readonly { readonly pointer: string; readonly key: string }[];
};

export const answerRequest = (command: AnswerRequest, state: RequestState) => {
  if (state.claims !== command.n || state.status === 'free') return refuse('claim_lost');
  if (state.status === 'answered') return accept();
  const { n, status, body, signed } = command;
  return accept(requestAnswered({ n, status, body, signed: [...signed] }));
};

/** Frees the key after a refusal that came before any work was queued: a 402 must not be replayed after a top-up. */
type ReleaseRequest = {
  readonly type: 'ReleaseRequest';
  readonly n: number;
  readonly reason: string;
  /** The call died, and may have made what its key names: no other body may have the key. */
  readonly keepsBody?: boolean;
};

const releaseRequest = (command: ReleaseRequest, state: RequestState) => {
  if (state.claims !== command.n || state.status === 'answered') return refuse('claim_lost');
  if (state.status === 'free') return accept();
  const bound = command.keepsBody === true ? { bodyHash: state.claim.bodyHash } : {};
  return accept(requestReleased({ n: command.n, reason: command.reason, ...bound }));
};

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
