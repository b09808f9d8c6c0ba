/** Idempotency keys: their answer before any work, and how they are claimed, answered, freed. */
import {
  bodyOfKey,
  type RequestClaim,
  requestDecider,
  type RequestState,
  requestStream,
} from '../../../commands/request.ts';
import { assert } from '../../kernel/faults.ts';
import { idFromContent, newId, type IdPrefix } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Clock, Ids } from '../../ports/basics.ts';
import type { CommandHandler } from '../log/command-handler.ts';
import { nowText } from '../services/services.ts';
import { beforeSpending } from './before-spending.ts';
import { type Caller, contextOf } from './caller.ts';
import { ok, refused, type Refused, type Result, type StoredAnswer } from './result.ts';

/** An idempotency key as the client sent it, with the sha256 of path and canonical body. */
export type Idempotency = { readonly key: string; readonly bodyHash: string };

/** A key as one call uses it. Without a key every step is a no-op. */
export type RequestKey = {
  /** The stored answer, a refusal, or null when the key is free. */
  peek(): Promise<Result<StoredAnswer> | null>;
  /** An id for the new thing of this call. With a key it follows from the key: a repeat makes no second one. */
  newId(prefix: IdPrefix): string;
  /**
   * Takes the key; `targetId` names the job or the new thing of the call. `existing`: the job was there before this
   * call, which a supervisor's answer tells, too. As `peek`: null where the call goes on.
   */
  claim(targetId: string, projectId: string | null, existing?: 'existing'): Promise<Result<StoredAnswer> | null>;
  /** Stores the answer that the key gives from now on. */
  answer(answer: Pick<StoredAnswer, 'status' | 'body' | 'signed'>): Promise<Result<StoredAnswer>>;
  /** Frees the key after a refusal before any work, and passes the refusal on. */
  release(refusal: Refused): Promise<Refused>;
  /** Whether an earlier call had claimed the key before this one did: its work may be done. */
  repeats(): boolean;
  /** The stream of the key; null without one. */
  readonly stream: string | null;
};

const IN_PROGRESS = 'a request with this Idempotency-Key is still under way: ask again shortly';
const REUSED = 'this Idempotency-Key was used with another body: use a new key';

const withoutKey = (ids: Ids): RequestKey => ({
  peek: async () => Promise.resolve(null),
  newId: (prefix) => newId(prefix, ids),
  claim: async () => Promise.resolve(null),
  answer: async (answer) => Promise.resolve(ok({ ...answer, replayed: false })),
  release: async (refusal) => Promise.resolve(refusal),
  repeats: () => false,
  stream: null,
});

type KeyDeps = { readonly commands: CommandHandler; readonly clock: Pick<Clock, 'now'>; readonly ids: Ids };

/** `scope`: whether the key is the caller's own, or one for all of its workspace. */
export const requestKey = (
  { commands, clock, ids }: KeyDeps,
  caller: Caller,
  operation: string,
  idempotency: Idempotency | null,
  scope: 'user' | 'workspace' = 'user',
): RequestKey => {
  if (idempotency === null) return withoutKey(ids);
  const { bodyHash } = idempotency;
  const stream = requestStream(caller.workspaceId, scope === 'user' ? caller.userKey : '', operation, idempotency.key);
  const context = contextOf(caller);
  let n: number | null = null;
  /** The last claim of this call, also once it is over; 0 before any. */
  let own = 0;
  let target: Parameters<RequestKey['claim']> | null = null;

  const claim: RequestKey['claim'] = async (...wanted) => {
    const [targetId, projectId, existing] = wanted;
    const command = {
      type: 'ClaimRequest',
      operation,
      bodyHash,
      targetId,
      projectId,
      now: nowText(clock),
      ...(existing === undefined ? {} : { existing: true }),
    } as const;
    const outcome = await commands.handle(requestDecider, stream, command, context);
    // Unchanged: another call claimed the same target under this key. Only the one that appended goes on.
    if (outcome.kind !== 'accepted') return standing(outcome.state, bodyHash, own, clock.now());
    n = own = outcome.state.claims;
    target = wanted;
    return null;
  };

  const store = async ({ status, body, signed }: Omit<StoredAnswer, 'replayed'>) => {
    assert(n !== null, 'an answer is stored under a claimed key');
    return commands.handle(requestDecider, stream, { type: 'AnswerRequest', n, status, body, signed }, context);
  };

  return {
    stream,
    peek: async () => {
      const { state } = await commands.read(requestDecider, stream);
      return state.status === 'free' && !isReused(state, bodyHash) ? null : standing(state, bodyHash, own, clock.now());
    },
    newId: (prefix) => idFromContent(prefix, stream, bodyHash),
    repeats: () => own > 1,
    claim: async (...wanted) => beforeSpending(claim(...wanted)),
    answer: async (answer) => {
      for (let tries = 0; tries < 2; tries += 1) {
        const { kind, state } = await store(answer);
        if (kind === 'accepted') return ok({ ...answer, replayed: false });
        // The supervisor took this call for dead: it answered, or freed the key, which another call may have taken.
        if (state.status !== 'free' || target === null) return insteadOf(answer, state, bodyHash, own);
        // The key names the work done under it: a repeat must not do it again.
        await claim(...target);
      }
      return tooSlow();
    },
    release: async (refusal) => {
      if (n === null) return refusal;
      const command = { type: 'ReleaseRequest', n, reason: refusal.code } as const;
      await commands.handle(requestDecider, stream, command, context);
      n = null;
      return refusal;
    },
  };
};

/** The answer of a call whose work is done but whose key another call has answered. */
const insteadOf = (
  answer: Parameters<RequestKey['answer']>[0],
  state: RequestState,
  bodyHash: string,
  own: number,
): Result<StoredAnswer> => {
  if (state.status === 'free') return tooSlow();
  // Of another body: that answer is not this call's, which is told its own result.
  if (state.claim.bodyHash !== bodyHash) return ok({ ...answer, replayed: false });
  return state.status === 'answered' ? ok(stored(state, own)) : tooSlow();
};

const tooSlow = (): Refused =>
  refused('outcome_unknown', 'this call took too long and its key was freed: ask again with the same key');

/** Entries of grants, projects and workspaces are named by their key: a repeat finds the earlier entry. */
export const isNamedByKey = (targetId: string): boolean => /^(ent|prj|ws)_/.test(targetId);

const isReused = (state: RequestState, bodyHash: string): boolean => (bodyOfKey(state) ?? bodyHash) !== bodyHash;

/** The answer to a repeat while another call has the key. `now`: milliseconds of the wall clock. */
const standing = (state: RequestState, bodyHash: string, own: number, now: number): Result<StoredAnswer> => {
  if (isReused(state, bodyHash)) return refused('idempotency_key_reused', REUSED);
  if (state.status === 'free') return refused('request_in_progress', IN_PROGRESS);
  if (state.status === 'answered') return ok(stored(state, own));
  return { ...refused('request_in_progress', IN_PROGRESS), retryAfterSeconds: retryAfter(state.claim, now) };
};

/**
 * Seconds after which a repeat will find an answer, or another wait. A young claim belongs to its claimer, which is
 * about to answer. An older one has lost its claimer, and the supervisor finishes it. For a picture it does so once the
 * lease of the attempt under way has lapsed.
 */
const retryAfter = ({ claimedAt, projectId, targetId }: RequestClaim, now: number): number => {
  const ageMs = claimedAt === undefined ? 0 : now - Date.parse(claimedAt);
  if (ageMs < limits.requestClaimGraceMs) return 1;
  const isPicture = projectId === null && !isNamedByKey(targetId);
  const leftMs = isPicture ? limits.requestClaimGraceMs + limits.leaseMs - ageMs : 0;
  return Math.max(2, Math.ceil(leftMs / 1_000));
};

/** The supervisor may have answered the claim of this very call, which repeats nothing then. */
const stored = ({ answer, claims }: RequestState & { status: 'answered' }, own: number): StoredAnswer => {
  const { status, body, signed } = answer;
  return { status, body, signed, replayed: claims !== own };
};
