/** Names the request, and sets the headers of every answer. */
import type { Exchange, Middleware } from '../transport/exchange.ts';

/**
 * Answers are for this client and this moment, are no pages, and run nothing. A request's own X-Request-Id is not taken
 * over: ours must be unique.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export const identify =
  (nextId: () => string): Middleware =>
  async (context, next) => {
    const requestId = nextId();
    context.state = {
      requestId,
      ambiguousCredentials: false,
      operation: undefined,
      parameters: {},
      dispatched: false,
      refused: undefined,
      flaw: undefined,
    } satisfies Exchange;
    context.res.setHeader('X-Request-Id', requestId);
    for (const name in HEADERS) context.res.setHeader(name, HEADERS[name] as string);
    return next();
  };
