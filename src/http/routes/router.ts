/**
 * All that the service answers, found segment by segment of a path: a request is not held against the paths of others.
 * 405 where the path is known by other methods alone, else 404.
 */
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

/** `named`: the places of its parameters among the segments. */
type Place = { readonly endpoint: Endpoint; readonly named: ReadonlyMap<string, number> };

/** `next`: by segment. */
type Node = { readonly next: Map<string, Node>; readonly places: Place[] };

const ANY_TEXT = '{}';
const ALL_THAT_IS_LEFT = '*';
const NAMED = /^\{(\w+)\}$/;

export const createRouter = (endpoints: readonly Endpoint[]): Middleware => {
  const root = createNode();
  for (const endpoint of endpoints) add(root, endpoint);
  return async (context) => {
    const segments = context.path.split('/');
    const known: Place[] = [];
    find(root, segments, 0, known);
    const method = context.method === 'HEAD' ? 'GET' : context.method;
    const place = known.find(({ endpoint }) => endpoint.method === method);
    if (place === undefined) {
      send(context, whyNone(known));
      return;
    }
    context.state.operation = place.endpoint.operation;
    context.state.parameters = parametersIn(segments, place);
    send(context, await place.endpoint.answer(context));
  };
};

const createNode = (): Node => ({ next: new Map(), places: [] });

const add = (root: Node, endpoint: Endpoint): void => {
  const named = new Map<string, number>();
  let node = root;
  for (const [at, segment] of endpoint.path.split('/').entries()) {
    const name = NAMED.exec(segment)?.[1];
    if (name !== undefined) named.set(name, at);
    const key = name === undefined ? segment : ANY_TEXT;
    const next = node.next.get(key) ?? createNode();
    node.next.set(key, next);
    node = next;
  }
  node.places.push({ endpoint, named });
};

/** Those of this very path first, then those whose pattern it fits. */
const find = ({ next, places }: Node, segments: readonly string[], at: number, found: Place[]): void => {
  const segment = segments[at];
  if (segment === undefined) {
    found.push(...places);
    return;
  }
  const same = next.get(segment);
  if (same !== undefined) find(same, segments, at + 1, found);
  const any = segment === '' ? undefined : next.get(ANY_TEXT);
  if (any !== undefined) find(any, segments, at + 1, found);
  const isLeft = segment !== '' || at < segments.length - 1;
  if (isLeft) found.push(...(next.get(ALL_THAT_IS_LEFT)?.places ?? []));
};

/** The path decodes as a whole (`transport/path.ts`). */
const parametersIn = (segments: readonly string[], { named }: Place): Parameters => {
  const parameters: Record<string, string> = {};
  for (const [name, at] of named) parameters[name] = decodeURIComponent(segments[at] ?? '');
  return parameters;
};

const whyNone = (known: readonly Place[]): Refusal => {
  if (known.length === 0) return refusal('not_found', NO_RESOURCE);
  const methods = known.flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allowed = [...new Set(methods)].sort().join(', ');
  return refusal('method_not_allowed', undefined, { headers: { Allow: allowed } });
};
