/** One request and its answer, as the middleware see them. */
import type { ParameterizedContext } from 'koa';
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import type { Operation, Parameters } from '../contract/operation.ts';

export type Exchange = {
  readonly requestId: string;
  /** More than one Authorization header came. */
  ambiguousCredentials: boolean;
  /** The operation that the route belongs to, once it is known. */
  operation: Operation | undefined;
  /** Those of the path of its endpoint. */
  parameters: Parameters;
  /** Whether the application was asked for the operation itself: from then on something may have been appended. */
  dispatched: boolean;
  /** The code that the request was refused with. */
  refused: ErrorCode | undefined;
  /** The flaw of its token, for the log. */
  flaw: string | undefined;
};

export type HttpContext = ParameterizedContext<Exchange>;
export type Next = () => Promise<unknown>;
export type Middleware = (context: HttpContext, next: Next) => Promise<unknown>;
