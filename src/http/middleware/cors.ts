/**
 * Pages of other origins may call only when an operator names their origin. A page sets the token header by itself; a
 * browser adds nothing to a call by its own. So credentials are not allowed.
 */
import { limits } from '../../kernel/limits.ts';
import { answerHeaders, requestHeaders } from '../contract/headers.ts';
import type { Middleware } from '../transport/exchange.ts';

const METHODS = 'GET, POST, PUT, DELETE';

const listed = (names: readonly string[]): string => [...new Set(names)].sort().join(', ');

/** Headers that a page may send beside the safelisted ones: those of the contract and of every client. */
const TAKEN = listed([
  ...Object.values(requestHeaders).map(({ name }) => name),
  'Authorization',
  'Content-Type',
  'If-Range',
  'Range',
  'Traceparent',
]);

/** Headers that a page may read beside the safelisted ones: those of the contract and of files. */
const SHOWN = listed([...Object.keys(answerHeaders), 'Accept-Ranges', 'Content-Range']);

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
