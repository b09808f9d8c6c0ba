/** The transport gate up to the body: header section and target, for every path. */
import type { IncomingMessage } from 'node:http';
import { limits } from '../../kernel/limits.ts';
import { send } from '../answers/send.ts';
import { IDEMPOTENCY_KEY, POSITION } from '../contract/headers.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';
import type { Middleware } from '../transport/exchange.ts';

export const checkTransport = (): Middleware => async (context, next) => {
  const { refused, ambiguousCredentials } = checkHeaders(context.req);
  const flaw = refused ?? checkPath(context.url, context.path);
  if (flaw !== undefined) {
    send(context, flaw);
    return undefined;
  }
  context.state.ambiguousCredentials = ambiguousCredentials;
  return next();
};

/** Of two, one reader may take the first and another one the last: so there is only one. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'idempotency-key',
  'x-workspace-id',
  'content-type',
  'content-encoding',
  'if-position-at-least',
  'last-event-id',
]);

type HeaderCheck = {
  readonly refused: Refusal | undefined;
  /** More than one Authorization header is no credential at all: 401 where one is needed. */
  readonly ambiguousCredentials: boolean;
};

const checkHeaders = (request: IncomingMessage): HeaderCheck => {
  let authorizations = 0;
  let seen: Set<string> | undefined;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    // Names are at even indexes.
    const name = (request.rawHeaders[i] as string).toLowerCase();
    if (name === 'authorization') authorizations += 1;
    else if (SINGLE.has(name)) {
      seen ??= new Set();
      if (seen.has(name)) return refused(`The header ${name} may come only once`);
      seen.add(name);
    }
  }
  if (request.headers.host === undefined && request.httpVersion === '1.1') return refused('A Host header is required');
  const key = request.headers['idempotency-key'];
  if (key !== undefined && !IDEMPOTENCY_KEY.test(String(key))) {
    return refused(`An Idempotency-Key is 1 to ${limits.idempotencyKeyCharsMax} visible ASCII characters, no comma`);
  }
  const position = request.headers['if-position-at-least'];
  if (position !== undefined && !POSITION.test(String(position))) {
    return refused('If-Position-At-Least is a position as X-Log-Position gave it');
  }
  return { refused: undefined, ambiguousCredentials: authorizations > 1 };
};

const refused = (message: string): HeaderCheck => ({
  refused: refusal('malformed_request', message),
  ambiguousCredentials: false,
});

// eslint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The router only ever sees paths that decode. `target` is the request target as received, `path` its path. */
export const checkPath = (target: string, path: string): Refusal | undefined => {
  if (target.length > limits.pathCharsMax) {
    return refusal('malformed_request', `A path has at most ${limits.pathCharsMax} characters`);
  }
  if (!path.includes('%')) return undefined;
  try {
    if (!CONTROL.test(decodeURIComponent(path))) return undefined;
  } catch {
    // Not percent-encoded UTF-8: refused below.
  }
  return refusal('malformed_request', 'The path is not percent-encoded UTF-8');
};
