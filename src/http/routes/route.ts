/**
 * A route is an operation, the use case that answers it, and how the one asks the other. The builders here know the
 * three kinds of answers that most have.
 */
import type { UseCase } from '../../application/application.ts';
import type { Caller } from '../../application/calls/caller.ts';
import type { Idempotency } from '../../application/calls/idempotency.ts';
import type { Result } from '../../application/calls/result.ts';
import { type Body, refusalIn, type StoredAnswer } from '../../application/calls/stored-answer.ts';
import type { Freshness, Read } from '../../application/reading/answers.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { matchedTag } from '../answers/etag.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import { JSON_TYPE, type Reply } from '../answers/reply.ts';
import type { NamesIn, Operation, Parameters } from '../contract/operation.ts';
import { asRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { Admitted } from '../gates/gates.ts';
import type { HttpContext } from '../transport/exchange.ts';
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
export const route = <B, Q, P extends string, U>(
  operation: Operation<B, Q, P>,
  useCase: UseCase<U>,
  answering: (useCase: U, tools: Tools) => Answer<B, Q, NamesIn<P>>,
): Route => ({ operation, useCase, answering }) as unknown as Route;

type Ids<P extends string> = P extends `${string}{${string}}${infer Rest}` ? [id: string, ...Ids<Rest>] : [];

/** As most use cases take it: the caller, the ids of the path, the body if any, and `L` of the kind of answer. */
type Given<B, P extends string, L extends unknown[]> = [
  caller: Caller,
  ...ids: Ids<P>,
  ...body: B extends undefined ? [] : [body: B],
  ...last: L,
];

type Ask<R, U, T> = (useCase: U, request: R) => Promise<Result<T>>;

/** A use case that takes just these is asked with them; of any other one the route says how. */
type Asking<B, Q, P extends string, L extends unknown[], U, T> = U extends (
  ...given: Given<B, P, L>
) => Promise<Result<T>>
  ? [ask?: Ask<Admitted<B, Q, NamesIn<P>>, U, T>]
  : [ask: Ask<Admitted<B, Q, NamesIn<P>>, U, T>];

const askOf = <T>(
  { body: shape }: Operation,
  [ask]: readonly unknown[],
  lastOf: (request: Admitted) => readonly unknown[],
): Ask<Admitted, unknown, T> => {
  if (ask !== undefined) return ask as Ask<Admitted, unknown, T>;
  return async (useCase, request) => {
    const { caller, parameters, body } = request;
    const given = [caller, ...Object.values(parameters), ...(shape === undefined ? [] : [body]), ...lastOf(request)];
    return (useCase as (...all: readonly unknown[]) => Promise<Result<T>>)(...given);
  };
};

/** `documentId`: of a body made of one document, so that it can be cached as bytes. */
export const readsOf =
  (documentId: (parameters: Parameters) => string | null) =>
  <B, Q, P extends string, U>(
    declared: Operation<B, Q, P>,
    useCase: UseCase<U>,
    ...asking: Asking<B, Q, P, [fresh: Freshness], U, Read<Body>>
  ): Route => {
    const operation = declared as unknown as Operation;
    const ask = askOf<Read<Body>>(operation, asking, ({ fresh }) => [fresh]);
    return route(operation, useCase, (made, { presentRead }) => async (request, context) => {
      const found = await ask(made, request);
      if (found.kind === 'refused') return asRefusal(found);
      const presented = presentRead(found.value, request.caller.workspaceId, documentId(request.parameters));
      return readReply(context, presented, found.value.position);
    });
  };

/** The read body, with its entity tag. */
export const reads = readsOf(() => null);

/** A body that is ready to send, with the one status of success that is declared. */
export const plain = <B, Q, P extends string, U>(
  declared: Operation<B, Q, P>,
  useCase: UseCase<U>,
  ...asking: Asking<B, Q, P, [], U, Body>
): Route => {
  const operation = declared as unknown as Operation;
  const status = successOf(operation);
  const ask = askOf<Body>(operation, asking, () => []);
  return route(operation, useCase, (made, { presenter, positionOf }) => async (request) => {
    const done = await ask(made, request);
    if (done.kind === 'refused') return asRefusal(done);
    const { workspaceId } = request.caller;
    const body = presenter.body(done.value, workspaceId).text;
    return { status, body, contentType: JSON_TYPE, position: positionOf(workspaceId) };
  });
};

/** An answer that its key may repeat, a refusal after work was queued included. */
export const stored = <B, Q, P extends string, U>(
  declared: Operation<B, Q, P>,
  useCase: UseCase<U>,
  ...asking: Asking<B, Q, P, [idempotency: Idempotency | null], U, StoredAnswer>
): Route => {
  const operation = declared as unknown as Operation;
  const ask = askOf<StoredAnswer>(operation, asking, ({ idempotency }) => [idempotency]);
  return route(operation, useCase, (made, { presenter, positionOf }) => async (request) => {
    const done = await ask(made, request);
    if (done.kind === 'refused') return asRefusal(done);
    const kept = keptRefusal(done.value);
    if (kept !== undefined) return kept;
    const { workspaceId } = request.caller;
    const body = presenter.stored(done.value, workspaceId);
    const headers = storedHeaders(operation, done.value, body, request.parameters);
    return { status: done.value.status, body, contentType: JSON_TYPE, headers, position: positionOf(workspaceId) };
  });
};

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
