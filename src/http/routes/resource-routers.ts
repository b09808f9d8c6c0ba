/**
 * A router for each resource of the API. A router tries its routes one after another, and there are a hundred: so a
 * request is held against those of its own resource alone.
 */
import Router from '@koa/router';
import type { Middleware } from '../transport/exchange.ts';

const PREFIX = '/api/v1/';

export type ResourceRouters = {
  /** The router for this path, made where there is none. */
  readonly of: (path: string) => Router;
  /** A path without a route here goes on. */
  readonly routes: () => Middleware;
};

export const createResourceRouters = (createRouter: () => Router): ResourceRouters => {
  const routers = new Map<string, { readonly router: Router; readonly dispatch: Middleware }>();
  return {
    of: (path) => {
      const resource = resourceOf(path);
      const found = routers.get(resource);
      if (found !== undefined) return found.router;
      const router = createRouter();
      routers.set(resource, { router, dispatch: router.routes() as unknown as Middleware });
      return router;
    },
    routes: () => async (context, next) => routers.get(resourceOf(context.path))?.dispatch(context, next) ?? next(),
  };
};

/** `projects` of `/api/v1/projects/…`. */
const resourceOf = (path: string): string => {
  const end = path.indexOf('/', PREFIX.length);
  return path.slice(PREFIX.length, end === -1 ? undefined : end);
};
