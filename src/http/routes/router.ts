/**
 * All that the service answers, found by `find-my-way`: a tree of paths for each method, so that a request is not held
 * against the paths of others. 405 where the path is known by other methods alone, else 404.
 */
import createPathRouter from 'find-my-way';
import { limits } from '../../kernel/limits.ts';
import type { Reply } from '../answers/reply.ts';
import { send } from '../answers/send.ts';
import type { Method, Operation, Parameters } from '../contract/operation.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext, Middleware } from '../transport/exchange.ts';

export type Endpoint = {
  readonly method: Method;
  /** `{name}` is a segment of any text; `*` at the end is all that is left. */
  readonly path: string;
  /** The operation that it is of; the probes, the console and signed URLs are of none. */
  readonly operation?: Operation;
  readonly answer: (context: HttpContext) => Promise<Reply | Refusal>;
};

export const endpointOf = <B, Q, N extends string>(
  operation: Operation<B, Q, N>,
  answer: Endpoint['answer'],
): Endpoint => {
  const { method, path } = operation;
  return { method, path, operation: operation as Operation, answer };
};

/** Words of a 404. */
export const NO_RESOURCE = 'This path has no resource; /api/v1/openapi lists all operations';

export const createRouter = (endpoints: readonly Endpoint[]): Middleware => {
  const paths = createPathRouter({ maxParamLength: limits.pathCharsMax });
  for (const endpoint of endpoints) paths.on(endpoint.method, patternOf(endpoint), unused, endpoint);
  const methods = [...new Set(endpoints.map(({ method }) => method))].sort();

  const find = (method: Method, path: string) => {
    const found = paths.find(method, path);
    // The library takes an empty segment for a parameter.
    if (found === null || Object.values(found.params).includes('')) return undefined;
    return { endpoint: found.store as Endpoint, parameters: found.params as Parameters };
  };

  const whyNone = (path: string): Refusal => {
    const known = methods.filter((method) => find(method, path) !== undefined);
    if (known.length === 0) return refusal('not_found', NO_RESOURCE);
    const allowed = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    return refusal('method_not_allowed', undefined, { headers: { Allow: allowed } });
  };

  return async (context) => {
    const found = find((context.method === 'HEAD' ? 'GET' : context.method) as Method, context.path);
    if (found === undefined) {
      send(context, whyNone(context.path));
      return;
    }
    const { endpoint, parameters } = found;
    context.state.operation = endpoint.operation;
    context.state.parameters = parameters;
    send(context, await endpoint.answer(context));
  };
};

const patternOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Endpoints answer by themselves; the library wants a handler beside each. */
const unused = (): void => undefined;
