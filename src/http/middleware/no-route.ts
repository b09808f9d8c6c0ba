/** Requests without a route: 405 where the path is known, else 404. */
import type { RouterContext } from '@koa/router';
import { refuse } from '../answers/send.ts';
import { refusal } from '../errors/refusal.ts';
import type { Middleware } from '../transport/exchange.ts';

/** Words of a 404. */
export const NO_RESOURCE = 'This path has no resource; /api/v1/openapi lists all operations';

export const noRoute = (): Middleware => async (context) => {
  const { matched = [] } = context as unknown as Partial<Pick<RouterContext, 'matched'>>;
  const methods = new Set(matched.flatMap((layer) => layer.methods));
  if (methods.size === 0) refuse(context, refusal('not_found', NO_RESOURCE));
  else
    refuse(context, refusal('method_not_allowed', undefined, { headers: { Allow: [...methods].sort().join(', ') } }));
};
