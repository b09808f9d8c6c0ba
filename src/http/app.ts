/** The application of Koa: the steps of every request, in one visible list. */
import Router from '@koa/router';
import Koa from 'koa';
import type { Duplex } from 'node:stream';
import { BrokenInvariant } from '../kernel/faults.ts';
import { mountConsole } from './console/mount-console.ts';
import { operations } from './contract/operations/registry.ts';
import type { HttpDependencies } from './dependencies.ts';
import type { BodyThread } from './gates/body-thread.ts';
import { createRateLimits } from './gates/rate-limit.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { checkTransport } from './middleware/check-transport.ts';
import { compress } from './middleware/compress.ts';
import { cors } from './middleware/cors.ts';
import { identify } from './middleware/identify.ts';
import { measure } from './middleware/measure.ts';
import { noRoute } from './middleware/no-route.ts';
import { shareTurns } from './middleware/share-turns.ts';
import { callbackRoutes } from './routes/callbacks.ts';
import { routes } from './routes/index.ts';
import { mount } from './routes/mount.ts';
import { mountObjects } from './routes/objects.ts';
import { mountProbes } from './routes/probes.ts';
import { productRoutes } from './routes/product.ts';
import { createResourceRouters } from './routes/resource-routers.ts';
import { createTools } from './routes/tools.ts';
import type { Exchange, Middleware } from './transport/exchange.ts';
import { createBodyReader } from './transport/read-body.ts';

/** The dependencies of every application. */
export type AppDependencies = Pick<
  HttpDependencies,
  'clock' | 'turns' | 'logger' | 'metrics' | 'fatal' | 'corsOrigins'
>;

/** `nextId` names a request; `stopping` aborts when the service stops: answers that are held open end. */
export const createApp = (
  deps: HttpDependencies & { readonly bodyThread: BodyThread; readonly longBodies: WeakSet<Duplex> },
  nextId: () => string,
  stopping: AbortSignal,
): Koa<Exchange> => {
  const { clock, rateLimits } = deps;
  const router = createRouter();
  mountProbes(router, deps.probes);
  mountObjects(router, deps);
  const readBody = createBodyReader(deps.timers);
  mountConsole(router, deps.console ?? { redeemCode: null, mediaOrigins: [] }, readBody);
  const gates = { ...deps, rateLimits: createRateLimits(clock, rateLimits), readBody };
  const publicRoutes = [...productRoutes(operations, deps), ...callbackRoutes(deps.callbacks, readBody)];
  const resources = createResourceRouters(createRouter);
  mount(resources, routes, publicRoutes, gates, createTools(deps, stopping));
  return appOf([resources.routes(), routesOf(router)], deps, nextId);
};

/** For a process without the role `api`: the probes of operators, and nothing else. */
export const createProbeApp = (
  deps: AppDependencies & Pick<HttpDependencies, 'probes'>,
  nextId: () => string,
): Koa<Exchange> => {
  const router = createRouter();
  mountProbes(router, deps.probes);
  return appOf([routesOf(router)], deps, nextId);
};

const createRouter = (): Router => new Router({ sensitive: true, strict: true });

const routesOf = (router: Router): Middleware => router.routes() as unknown as Middleware;

const appOf = (routers: readonly Middleware[], deps: AppDependencies, nextId: () => string): Koa<Exchange> => {
  const { logger, fatal, corsOrigins = [] } = deps;
  const app = new Koa<Exchange>();
  app.use(identify(nextId));
  app.use(measure(deps));
  app.use(shareTurns(deps.turns));
  if (corsOrigins.length > 0) app.use(cors(new Set(corsOrigins)));
  app.use(compress());
  app.use(answerErrors(deps));
  app.use(checkTransport());
  for (const routes of routers) app.use(routes);
  app.use(noRoute());
  // The remaining errors occur after an answer has begun: mostly broken connections.
  app.on('error', (error: unknown) => {
    if (!(error instanceof BrokenInvariant)) {
      logger.debug({ err: error }, 'an answer broke off');
      return;
    }
    logger.error({ err: error }, 'an answer broke an invariant');
    fatal(error);
  });
  return app;
};
