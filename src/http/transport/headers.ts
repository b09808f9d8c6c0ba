/** Checks of header sections, before anything else is looked at. */
import type { IncomingMessage } from 'node:http';
import { limits } from '../../kernel/limits.ts';
import { IDEMPOTENCY_KEY, POSITION } from '../contract/headers.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';

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

export type HeaderCheck = {
  readonly refused: Refusal | undefined;
  /** More than one Authorization header is no credential at all: 401 where one is needed. */
  readonly ambiguousCredentials: boolean;
};

export const checkHeaders = (request: IncomingMessage): HeaderCheck => {
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
