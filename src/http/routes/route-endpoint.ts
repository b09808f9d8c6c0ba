/** Declarations and routes become endpoints: gates first, then the route. */
import type { Application } from '../../application/application.ts';
import { assert } from '../../kernel/faults.ts';
import { isRefusal } from '../errors/refusal.ts';
import { createGates, type GateDependencies } from '../gates/gates.ts';
import type { Route } from './route.ts';
import { type Endpoint, endpointOf } from './router.ts';
import type { Tools } from './tools.ts';

export type RouteDependencies = Omit<GateDependencies, 'enter'> & { readonly application: Application };

export const routeEndpoint = (route: Route, deps: RouteDependencies, tools: Tools): Endpoint => {
  const { operation, useCase, answering } = route;
  assert(operation.authority !== null, `${operation.operationId} is not public`);
  const passGates = createGates(operation, operation.authority, { ...deps, enter: tools.enter });
  const answer = answering(deps.application(useCase), tools);
  return endpointOf(operation, async (context) => {
    const request = await passGates(context);
    if (isRefusal(request)) return request;
    const rest = deps.turns.due();
    if (rest !== undefined) await rest;
    context.state.dispatched = true;
    const reply = await answer(request, context);
    const position = isRefusal(reply) ? tools.positionOf(request.caller.workspaceId) : '';
    if (position !== '') context.res.setHeader('X-Log-Position', position);
    return reply;
  });
};
