/**
 * Pages of other origins may call only when an operator names their origin. A page sets the token header by itself; a
 * browser adds nothing to a call by its own. So credentials are not allowed.
 */
import { limits } from '../../kernel/limits.ts';
import type { Middleware } from '../transport/exchange.ts';

const METHODS = 'GET, POST, PUT, DELETE';

/** Headers that a page may send beside the safelisted ones. */
const TAKEN = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Position-At-Least',
  'If-Range',
  'Last-Event-ID',
  'Prefer',
  'Range',
  'Traceparent',
  'X-Workspace-Id',
].join(', ');

/** Headers that a page may read beside the safelisted ones. */
export const shownHeaders = [
  'Accept-Ranges',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Log-Position',
  'X-Request-Id',
] as const;
const SHOWN = shownHeaders.join(', ');

/** `origins` as browsers write them. */
export const cors =
  (origins: ReadonlySet<string>): Middleware =>
  async (context, next) => {
    context.vary('Origin');
    const { origin } = context.req.headers;
    if (origin === undefined || !origins.has(origin)) return next();
    context.res.setHeader('Access-Control-Allow-Origin', origin);
    context.res.setHeader('Access-Control-Expose-Headers', SHOWN);
    if (context.method !== 'OPTIONS' || context.req.headers['access-control-request-method'] === undefined) {
      return next();
    }
    context.status = 204;
    context.res.setHeader('Access-Control-Allow-Methods', METHODS);
    context.res.setHeader('Access-Control-Allow-Headers', TAKEN);
    context.res.setHeader('Access-Control-Max-Age', String(limits.preflightSeconds));
    return undefined;
  };
