/** Declarations and routes become routers: gates first, then the route, then its answer on the way. */
import type { Application } from '../../application/application.ts';
import { assert } from '../../kernel/faults.ts';
import { refuse, send } from '../answers/send.ts';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations/registry.ts';
import { isRefusal } from '../errors/refusal.ts';
import { createGates, type GateDependencies } from '../gates/gates.ts';
import { createPublicGate } from '../gates/public-gate.ts';
import type { HttpContext } from '../transport/exchange.ts';
import type { PublicRoute } from './product.ts';
import type { ResourceRouters } from './resource-routers.ts';
import type { Route } from './route.ts';
import type { Tools } from './tools.ts';

type Handler = (context: HttpContext) => Promise<void>;

export type MountDependencies = Omit<GateDependencies, 'enter'> & { readonly application: Application };

export const mount = (
  routers: ResourceRouters,
  routes: readonly Route[],
  publicRoutes: readonly PublicRoute[],
  deps: MountDependencies,
  tools: Tools,
): void => {
  const handlers = new Map<Operation, Handler>([
    ...routes.map((route) => [route.operation, handlerOf(route, deps, tools)] as const),
    ...publicRoutes.map((route) => [route.operation, publicHandler(route, deps)] as const),
  ]);
  for (const operation of operations) {
    const handler = handlers.get(operation);
    assert(handler !== undefined, `${operation.operationId} has no route`);
    handlers.delete(operation);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    routers.of(path).register(path, [operation.method], async (context) => handler(context));
  }
  assert(handlers.size === 0, 'every route belongs to a registered operation');
};

const handlerOf = ({ operation, useCase, answering }: Route, deps: MountDependencies, tools: Tools): Handler => {
  assert(operation.authority !== null, `${operation.operationId} is not public`);
  const passGates = createGates(operation, operation.authority, { ...deps, enter: tools.enter });
  const answer = answering(deps.application(useCase), tools);
  return async (context) => {
    context.state.operation = operation;
    const request = await passGates(context);
    if (isRefusal(request)) {
      refuse(context, request);
      return;
    }
    const rest = deps.turns.due();
    if (rest !== undefined) await rest;
    context.state.dispatched = true;
    const reply = await answer(request, context);
    if (!isRefusal(reply)) {
      send(context, reply);
      return;
    }
    const position = tools.positionOf(request.caller.workspaceId);
    if (position !== '') context.res.setHeader('X-Log-Position', position);
    refuse(context, reply);
  };
};

const publicHandler = (route: PublicRoute, deps: MountDependencies): Handler => {
  const { operation } = route;
  const pass = createPublicGate(operation, deps);
  return async (context) => {
    context.state.operation = operation;
    if ('handle' in route) return route.handle(context);
    const query = await pass(context);
    if (isRefusal(query)) refuse(context, query);
    else send(context, await route.answer(query, context));
  };
};
