/** A route is an operation with its handler. The builders here know the three kinds of answers that most have. */
import type { Application } from '../../application/application.ts';
import type { Body, StoredAnswer } from '../../application/calls/stored-answer.ts';
import type { Read } from '../../application/reading/answers.ts';
import type { Result } from '../../application/calls/result.ts';
import { assert } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import { matches } from '../answers/etag.ts';
import type { Presenter } from '../answers/present.ts';
import type { PresentedRead, PresentRead } from '../answers/present-read.ts';
import { JSON_TYPE, type Reply } from '../answers/reply.ts';
import type { Operation, Parameters } from '../contract/operation.ts';
import { asRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../exchange.ts';
import type { Admitted } from '../gates/pass-gates.ts';

export type Route<B = unknown, Q = unknown, N extends string = string> = {
  readonly operation: Operation<B, Q, N>;
  readonly answer: (request: Admitted<B, Q, N>, context: HttpContext) => Promise<Reply | Refusal>;
};

type Ask<B, Q, N extends string, T> = (request: Admitted<B, Q, N>) => Promise<Result<T>>;

export type RouteBuilders = {
  /**
   * The read body, with its entity tag. `documentId`: of a body made of one document, so that it can be cached as
   * bytes.
   */
  readonly reads: <B, Q, N extends string>(
    operation: Operation<B, Q, N>,
    ask: Ask<B, Q, N, Read<Body>>,
    documentId?: (parameters: Parameters<N>) => string,
  ) => Route;
  /** A body that is ready to send, with the one status of success that is declared. */
  readonly plain: <B, Q, N extends string>(operation: Operation<B, Q, N>, ask: Ask<B, Q, N, Body>) => Route;
  /** An answer that its key may repeat. */
  readonly stored: <B, Q, N extends string>(operation: Operation<B, Q, N>, ask: Ask<B, Q, N, StoredAnswer>) => Route;
};

export type BuilderDependencies = {
  readonly application: Pick<Application, 'positionOf'>;
  readonly presenter: Presenter;
  readonly presentRead: PresentRead;
};

export const createRouteBuilders = ({ application, presenter, presentRead }: BuilderDependencies): RouteBuilders => {
  const reads: RouteBuilders['reads'] = (operation, ask, documentId) =>
    route(operation, async (request, context) => {
      const found = await ask(request);
      if (found.kind === 'refused') return asRefusal(found);
      const id = documentId?.(request.parameters) ?? null;
      const presented = presentRead(found.value, request.caller.workspaceId, id);
      return readReply(context, presented, found.value.position);
    });

  const plain: RouteBuilders['plain'] = (operation, ask) => {
    const status = successOf(operation as Operation);
    return route(operation, async (request) => {
      const done = await ask(request);
      if (done.kind === 'refused') return asRefusal(done);
      const { workspaceId } = request.caller;
      const body = presenter.body(done.value, workspaceId).text;
      return { status, body, contentType: JSON_TYPE, headers: {}, position: application.positionOf(workspaceId) };
    });
  };

  const stored: RouteBuilders['stored'] = (operation, ask) =>
    route(operation, async (request) => {
      const done = await ask(request);
      if (done.kind === 'refused') return asRefusal(done);
      const { workspaceId } = request.caller;
      const body = presenter.stored(done.value, workspaceId);
      const headers = storedHeaders(operation as Operation, done.value, body, request.parameters);
      const position = application.positionOf(workspaceId);
      return { status: done.value.status, body, contentType: JSON_TYPE, headers, position };
    });

  return Object.freeze({ reads, plain, stored });
};

/** The types of body and query were settled by the gates, which checked them against the same declaration. */
export const route = <B, Q, N extends string>(operation: Operation<B, Q, N>, answer: Route<B, Q, N>['answer']): Route =>
  ({ operation, answer }) as unknown as Route;

/** 304 for a client that has this very copy. */
export const readReply = (context: HttpContext, { bytes, tag }: PresentedRead, position: string): Reply => {
  const headers = { ETag: tag };
  return matches(context.req.headers['if-none-match'], tag)
    ? { status: 304, body: null, contentType: '', headers, position }
    : { status: 200, body: bytes, contentType: JSON_TYPE, headers, position };
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
  const again: Record<string, string> = replayed ? { 'Idempotent-Replayed': 'true' } : {};
  if (status !== 202) return again;
  const location = operation.location?.(parameters, JSON.parse(body) as Body);
  return {
    ...again,
    'Retry-After': String(limits.pollAfterSeconds),
    ...(location === undefined ? {} : { Location: location }),
  };
};
