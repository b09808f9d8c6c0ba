/**
 * The gates before every operation, in order: 401, 403, 503, 429, the body and the query, the tenant, the log. No byte
 * of a body is read before its sender is known. A refused request has changed nothing.
 */
import type { Caller } from '../../application/calls/caller.ts';
import type { Idempotency } from '../../application/calls/idempotency.ts';
import type { Refused } from '../../application/calls/result.ts';
import type { Freshness } from '../../application/reading/answers.ts';
import type { Enter, Entry } from '../../application/tenancy/enter.ts';
import type { Turns } from '../../ports/basics.ts';
import type { Principal, TokenVerifier } from '../../ports/token-verifier.ts';
import type { IfMatch } from '../../kernel/if-match.ts';
import { pointerOf } from '../../schema/plain-value.ts';
import { revisionsIn } from '../answers/etag.ts';
import { unknownId, workspaceIdPattern } from '../contract/ids.ts';
import type { AuthorityClass, Flags, Operation, Parameters } from '../contract/operation.ts';
import { asRefusal, invalid, isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { authenticate, authorise, scopeOf } from './authenticate.ts';
import type { RateLimits } from './rate-limit.ts';
import { createInputGate, type Input, type InputDependencies } from './input-gate.ts';

/** A request that has passed the gates. */
export type Admitted<B = unknown, Q = unknown, N extends string = string> = {
  readonly caller: Caller;
  readonly principal: Principal;
  readonly parameters: Parameters<N>;
  readonly body: B;
  readonly query: Q;
  readonly idempotency: Idempotency | null;
  readonly fresh: Freshness;
  /** The revision ids in `If-Match`, without quotes; `any` for its `*`, `none` for that of `If-None-Match`. */
  readonly ifMatch: IfMatch;
};

/** The operations that the state of the log forbids, if any. */
export type LogStanding = {
  readonly whyNotIn: () => Refused | undefined;
  /** Of every operation of class Spend. */
  readonly whyNotPaid: () => Refused | undefined;
};

export type GateDependencies = InputDependencies & {
  readonly enter: Enter;
  readonly log: LogStanding;
  readonly verifier: TokenVerifier;
  readonly flags: Flags;
  readonly rateLimits: RateLimits;
  /** Shared by requests alone. */
  readonly turns: Turns;
};

export type PassGates = (context: HttpContext) => Promise<Admitted | Refusal>;

/** Everything that can be prepared is prepared here, once for each operation. */
export const createGates = (operation: Operation, authority: AuthorityClass, deps: GateDependencies): PassGates => {
  const { flag, planWhen } = operation;
  const { verifier, flags, rateLimits, log, turns } = deps;
  const takeInput = createInputGate(operation, deps);
  const enter = createTenantGate(accessOf(operation, authority), deps);
  const scope = scopeOf(authority);

  return async (context) => {
    const { authorization } = context.req.headers;
    const principal = await authenticate(verifier, authorization, context.state.ambiguousCredentials);
    if (isRefusal(principal)) return principal;
    // The tokens of requests that come at once are checked at once: each request goes on by itself.
    const rest = turns.due();
    if (rest !== undefined) await rest;
    // A body may ask for less than the operation's own scope: the exact one is known after it.
    const asked = planWhen === undefined || principal.scopes.has(scope) ? authority : 'Plan';
    const unauthorised = authorise(principal, scopeOf(asked), scope);
    if (unauthorised !== undefined) return unauthorised;
    if (flag !== undefined && !flags[flag]) return refusal('feature_disabled');
    const claim = claimedWorkspace(context, principal);
    const limited = limitRate(context, rateLimits, asked, principal, claim);
    if (limited !== undefined) return limited;
    const input = await takeInput(context, principal.userKey);
    if (isRefusal(input)) return input;
    const pause = turns.due();
    if (pause !== undefined) await pause;
    const needed = planWhen?.(input.body) === true ? 'Plan' : authority;
    const inexact = authorise(principal, scopeOf(needed));
    if (inexact !== undefined) return inexact;
    const caller = await enter(context, principal, claim);
    if (isRefusal(caller)) return caller;
    const { parameters } = context.state;
    const unknown = unknownId(parameters, operation.pathIds);
    if (unknown !== undefined) return refusalOf(unknown);
    const unpaid = needed === 'Spend' ? log.whyNotPaid() : undefined;
    if (unpaid !== undefined) return asRefusal({ ...unpaid, nothingSpent: true });
    const { body, query } = input;
    return { body, query, caller, principal, parameters, ...preconditions(context, operation, input) };
  };
};

/** A part of a path that is only text has a flaw like a member; any other one names nothing that is there. */
const refusalOf = ({ unknown, flaw, name }: NonNullable<ReturnType<typeof unknownId>>): Refusal =>
  flaw === undefined
    ? refusal(unknown)
    : invalid([{ pointer: pointerOf([name]), message: flaw }], () => `The path parameter ${name}`);

const header = (context: HttpContext, name: string): string | null => {
  const value = context.req.headers[name];
  return typeof value === 'string' ? value : null;
};

/** The workspace that the call says it is for: nothing is proven of it yet. */
const claimedWorkspace = (context: HttpContext, { workspaceId, personalWorkspaceId }: Principal): string =>
  header(context, 'x-workspace-id') ?? workspaceId ?? personalWorkspaceId;

const limitRate = (
  context: HttpContext,
  rateLimits: RateLimits,
  authority: AuthorityClass,
  { userKey }: Principal,
  claim: string,
): Refusal | undefined => {
  const allowance = rateLimits.admit(authority, userKey, claim);
  if (allowance === undefined) return undefined;
  context.res.setHeader('RateLimit', allowance.state);
  context.res.setHeader('RateLimit-Policy', allowance.policy);
  return allowance.refused;
};

const TRACE = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const accessOf = ({ endsWorkspace }: Operation, authority: AuthorityClass): Entry['access'] => {
  if (authority === 'Read') return 'read';
  return endsWorkspace === true ? 'end' : 'write';
};

const createTenantGate =
  (access: Entry['access'], { enter, rateLimits, log }: GateDependencies) =>
  async (context: HttpContext, principal: Principal, claim: string): Promise<Caller | Refusal> => {
    const workspaceId = header(context, 'x-workspace-id');
    // A text that is no id has no members.
    if (workspaceId !== null && !workspaceIdPattern.test(workspaceId)) return refusal('membership_required');
    const shut = log.whyNotIn();
    if (shut !== undefined) return asRefusal({ ...shut, nothingSpent: true });
    const trace = header(context, 'traceparent');
    const entered = await enter(principal, {
      workspaceId,
      access,
      correlationId: context.state.requestId,
      ...(trace !== null && TRACE.test(trace) ? { traceparent: trace } : {}),
    });
    rateLimits.learn(principal.userKey, claim, entered.kind === 'ok');
    return entered.kind === 'ok' ? entered.value : asRefusal(entered);
  };

const ANY: Freshness = Object.freeze({ atLeast: null });

const preconditions = (context: HttpContext, operation: Operation, { bodyHash }: Input) => {
  const position = header(context, 'if-position-at-least');
  const sent = header(context, 'idempotency-key');
  // No key has a space: no other one is the same text.
  const key = sent !== null && operation.keyPerBody === true ? `${sent} ${bodyHash ?? ''}` : sent;
  return {
    fresh: position === null ? ANY : { atLeast: position },
    ifMatch:
      operation.ifMatch === true ? revisionsIn(header(context, 'if-match'), header(context, 'if-none-match')) : null,
    idempotency: key === null || bodyHash === null ? null : { key, bodyHash },
  };
};
