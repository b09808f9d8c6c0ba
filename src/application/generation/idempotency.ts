/** Idempotency keys (contract, section 4): what a key says before any work, and how it is claimed, answered, freed. */
import { requestDecider } from '../../../commands/request/decider.ts';
import type { RequestState } from '../../../commands/request/state.ts';
import { requestStream } from '../../../commands/request/stream.ts';
import { assert } from '../../kernel/faults.ts';
import { ok, refused } from '../application.ts';
import type { Caller, Idempotency, Refused, Result, StoredAnswer } from '../application.ts';
import type { CommandHandler } from '../handle-command.ts';
import { contextOf } from '../services.ts';

/** A key as one call uses it. Without a key every step is a no-op. */
export type RequestKey = {
  /** The stored answer, a refusal, or null when the key is free. */
  peek(): Promise<Result<StoredAnswer> | null>;
  /** Takes the key; `targetId` names the job or media that the call will start. */
  claim(targetId: string, projectId: string | null): Promise<Result<null> | Result<StoredAnswer>>;
  /** Stores the answer that the key gives from now on. */
  answer(answer: Pick<StoredAnswer, 'status' | 'body' | 'signed'>): Promise<Result<StoredAnswer>>;
  /** Frees the key after a refusal before any work, and passes the refusal on. */
  release(refusal: Refused): Promise<Refused>;
  /** The stream of the key; null without one. */
  readonly stream: string | null;
};

const IN_PROGRESS = 'a request with this Idempotency-Key is still under way: ask again shortly';
const REUSED = 'this Idempotency-Key was used with another body: use a new key';

const withoutKey: RequestKey = {
  peek: async () => Promise.resolve(null),
  claim: async () => Promise.resolve(ok(null)),
  answer: async (answer) => Promise.resolve(ok({ ...answer, replayed: false })),
  release: async (refusal) => Promise.resolve(refusal),
  stream: null,
};

export const requestKey = (
  commands: CommandHandler,
  caller: Caller,
  operation: string,
  idempotency: Idempotency | null,
): RequestKey => {
  if (idempotency === null) return withoutKey;
  const { bodyHash } = idempotency;
  const stream = requestStream(caller.workspaceId, caller.userKey, operation, idempotency.key);
  const context = contextOf(caller);
  let n: number | null = null;
  let target: { readonly targetId: string; readonly projectId: string | null } | null = null;

  const claim = async (targetId: string, projectId: string | null): Promise<Result<StoredAnswer | null>> => {
    const command = { type: 'ClaimRequest', operation, bodyHash, targetId, projectId } as const;
    const outcome = await commands.handle(requestDecider, stream, command, context);
    // Unchanged: another call claimed the same target under this key. Only the one that appended goes on.
    if (outcome.kind !== 'accepted') return standing(outcome.state, bodyHash);
    n = outcome.state.claims;
    target = { targetId, projectId };
    return ok(null);
  };

  const store = async ({ status, body, signed }: Omit<StoredAnswer, 'replayed'>) => {
    assert(n !== null, 'an answer is stored under a claimed key');
    return commands.handle(requestDecider, stream, { type: 'AnswerRequest', n, status, body, signed }, context);
  };

  return {
    stream,
    peek: async () => {
      const { state } = await commands.read(requestDecider, stream);
      return state.status === 'free' ? null : standing(state, bodyHash);
    },
    claim,
    answer: async (answer) => {
      for (let tries = 0; tries < 2; tries += 1) {
        const { kind, state } = await store(answer);
        if (kind === 'accepted') return ok({ ...answer, replayed: false });
        // The supervisor took this call for dead: it answered, or freed the key, which another call may have taken.
        if (state.status !== 'free' || target === null) return insteadOf(answer, state, bodyHash);
        // What was done under the key is what it stands for: a repeat must not do it again.
        await claim(target.targetId, target.projectId);
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

/** What a call says whose work is done and whose key stands for what another one did. */
const insteadOf = (
  answer: Parameters<RequestKey['answer']>[0],
  state: RequestState,
  bodyHash: string,
): Result<StoredAnswer> => {
  if (state.status === 'free') return tooSlow();
  // Of another body: that answer is nothing of this call's, which is told what it did itself.
  if (state.claim.bodyHash !== bodyHash) return ok({ ...answer, replayed: false });
  return state.status === 'answered' ? ok(stored(state)) : tooSlow();
};

const tooSlow = (): Refused =>
  refused('outcome_unknown', 'this call took too long and its key was freed: ask again with the same key');

const standing = (state: RequestState, bodyHash: string): Result<StoredAnswer> => {
  if (state.status === 'free') return refused('request_in_progress', IN_PROGRESS);
  if (state.claim.bodyHash !== bodyHash) return refused('idempotency_key_reused', REUSED);
  return state.status === 'answered' ? ok(stored(state)) : refused('request_in_progress', IN_PROGRESS);
};

const stored = ({ answer }: RequestState & { status: 'answered' }): StoredAnswer => {
  const { status, body, signed } = answer;
  return { status, body, signed, replayed: true };
};
