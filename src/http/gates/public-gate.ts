/** The gate of operations that need no token: body and query only. */
import { limits } from '../../kernel/limits.ts';
import { object } from '../../kernel/shape.ts';
import type { Operation } from '../contract/operation.ts';
import { isRefusal } from '../errors/refusal.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../exchange.ts';
import type { ReadBody } from '../transport/read-body.ts';
import { createBodyCheck } from './check-body.ts';
import { createQueryCheck } from './check-query.ts';

type Query = Readonly<Record<string, unknown>>;

export const createPublicGate = (operation: Operation, readBody: ReadBody) => {
  const checkBody = createBodyCheck(operation);
  const checkQuery = createQueryCheck(operation.query ?? object({}));
  return async (context: HttpContext): Promise<Query | Refusal> => {
    const sent = await readBody(context.req, limits.bodyBytesMax);
    if (isRefusal(sent)) return sent;
    const body = checkBody(sent);
    return isRefusal(body) ? body : checkQuery(context.querystring);
  };
};
