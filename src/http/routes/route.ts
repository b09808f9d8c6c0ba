/**
 * A route is an operation, the use case that answers it, and how the one asks the other. The builders here know the
 * three kinds of answers that most have.
 */
import type { Application, UseCase } from '../../application/application.ts';
import type { Caller } from '../../application/calls/caller.ts';
import type { Idempotency } from '../../application/calls/idempotency.ts';
import { type Body, refusalIn, type Result, type StoredAnswer } from '../../application/calls/result.ts';
import { behind, type Read } from '../../application/reading/answers.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { matchedTag } from '../answers/etag.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import { JSON_TYPE, type Reply } from '../answers/reply.ts';
import type { Operation, Parameters } from '../contract/operation.ts';
import { asRefusal, isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import { type Admitted, createGates, type GateDependencies } from '../gates/gates.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { type Endpoint, endpointOf } from './router.ts';
import type { Tools } from './tools.ts';

export type Answer<B = unknown, Q = unknown, N extends string = string> = (
  request: Admitted<B, Q, N>,
  context: HttpContext,
) => Promise<Reply | Refusal>;

export type Route = {
  readonly operation: Operation;
  readonly useCase: UseCase<unknown>;
  readonly answering: (useCase: unknown, tools: Tools) => Answer;
};

/** The types of body and query were settled by the gates, which checked them against the same declaration. */
export const route = <B, Q, N extends string, U>(
  operation: Operation<B, Q, N>,
  useCase: UseCase<U>,
  answering: (useCase: U, tools: Tools) => Answer<B, Q, N>,
): Route => ({ operation, useCase, answering }) as unknown as Route;

type Ask<B, Q, N extends string, U, T> = (useCase: U, request: Admitted<B, Q, N>) => Promise<Result<T>>;

/**
 * The read body, with its entity tag. `documentId`: of a body made of one document, so that it can be cached as
 * bytes.
 */
export const reads = <B, Q, N extends string, U>(
  operation: Operation<B, Q, N>,
  useCase: UseCase<U>,
  ask: Ask<B, Q, N, U, Read<Body>>,
  documentId?: (parameters: Parameters<N>) => string,
): Route =>
  route(operation, useCase, (made, { presentRead }) => async (request, context) => {
    const found = await ask(made, request);
    if (found.kind === 'refused') return asRefusal(found);
    const id = documentId?.(request.parameters) ?? null;
    const presented = presentRead(found.value, request.caller.workspaceId, id);
    return readReply(context, presented, found.value.position);
  });

/** A body that is ready to send, with the one status of success that is declared. */
export const plain = <B, Q, N extends string, U>(
  operation: Operation<B, Q, N>,
  useCase: UseCase<U>,
  ask: Ask<B, Q, N, U, Body>,
): Route => {
  const status = successOf(operation as Operation);
  return route(operation, useCase, (made, { presenter, isAhead }) => async (request) => {
    const done = await ask(made, request);
    if (done.kind === 'refused') return asRefusal(done);
    // Reads of this kind look at streams, which are never behind the log.
    if (operation.authority === 'Read' && (await isAhead(request.fresh))) return asRefusal(behind);
    return { status, body: presenter.body(done.value, request.caller.workspaceId).text, contentType: JSON_TYPE };
  });
};

/** An answer that its key may repeat, a refusal after work was queued included. */
export const stored = <B, Q, N extends string, U>(
  operation: Operation<B, Q, N>,
  useCase: UseCase<U>,
  ask: Ask<B, Q, N, U, StoredAnswer>,
): Route =>
  route(operation, useCase, (made, { presenter }) => async (request) => {
    const done = await ask(made, request);
    if (done.kind === 'refused') return asRefusal(done);
    const kept = keptRefusal(done.value);
    if (kept !== undefined) return kept;
    const body = presenter.stored(done.value, request.caller.workspaceId);
    const headers = storedHeaders(operation as Operation, done.value, body, request.parameters);
    return { status: done.value.status, body, contentType: JSON_TYPE, headers };
  });

/** The same of a call that starts a job as its body says. */
export const starts = <B, Q, N extends string>(
  operation: Operation<B, Q, N>,
  useCase: UseCase<(caller: Caller, body: B, idempotency: Idempotency | null) => Promise<Result<StoredAnswer>>>,
): Route =>
  stored(operation, useCase, async (start, { caller, body, idempotency }) => start(caller, body, idempotency));

/** 304 for a client that has this very copy, with the headers that the whole answer would have. */
export const readReply = (context: HttpContext, { bytes, tag }: PresentedRead, position = ''): Reply => {
  const known = matchedTag(context.req.headers['if-none-match'], tag);
  if (known === undefined)
    return { status: 200, body: bytes, contentType: JSON_TYPE, headers: { ETag: tag }, position };
  if (bytes.length > limits.compressOverBytes) context.vary('Accept-Encoding');
  return { status: 304, body: null, headers: { ETag: known }, position };
};

const successOf = ({ operationId, answers }: Operation): number => {
  const [status, ...others] = Object.keys(answers);
  assert(status !== undefined && others.length === 0, `${operationId} declares one answer`);
  return Number(status);
};

const storedHeaders = (
  operation: Operation,
  { status, replayed }: StoredAnswer,
  body: string,
  parameters: Parameters,
): Readonly<Record<string, string>> => {
  const again = againOf(replayed);
  if (status !== 202) return again;
  const location = operation.location?.(parameters, JSON.parse(body) as Body);
  return {
    ...again,
    'Retry-After': String(limits.pollAfterSeconds),
    ...(location === undefined ? {} : { Location: location }),
  };
};

/** In the form that the client accepts, of the same facts each time. */
const keptRefusal = (answer: StoredAnswer): Refusal | undefined => {
  const kept = refusalIn(answer);
  if (kept === undefined) return undefined;
  const { code, message, detail, requestId: firstRequestId } = kept;
  return refusal(code, message, { detail, firstRequestId, headers: againOf(answer.replayed) });
};

const againOf = (replayed: boolean): Readonly<Record<string, string>> =>
  replayed ? { 'Idempotent-Replayed': 'true' } : {};

type RouteDependencies = Omit<GateDependencies, 'enter'> & { readonly application: Application };

/** A declaration and its route as an endpoint: gates first, then the route. */
export const routeEndpoint = (route: Route, deps: RouteDependencies, tools: Tools): Endpoint => {
  const { operation, useCase, answering } = route;
  assert(operation.authority !== null, `${operation.operationId} is not public`);
  const passGates = createGates(operation, operation.authority, { ...deps, enter: tools.enter });
  const answer = answering(deps.application(useCase), tools);
  return endpointOf(operation, async (context) => {
    const request = await passGates(context);
    if (isRefusal(request)) return request;
    const rest = deps.turns.due();
    if (rest !== undefined) await rest;
    context.state.dispatched = true;
    const reply = await answer(request, context);
    const told = isRefusal(reply) ? undefined : reply.position;
    const position = told ?? tools.positionOf(request.caller.workspaceId);
    if (position !== '') context.res.setHeader('X-Log-Position', position);
    return reply;
  });
};
