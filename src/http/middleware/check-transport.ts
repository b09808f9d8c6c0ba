/** The transport gate up to the body: header section and target, for every path. */
import { send } from '../answers/send.ts';
import type { Middleware } from '../transport/exchange.ts';
import { checkHeaders } from '../transport/headers.ts';
import { checkPath } from '../transport/path.ts';

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
