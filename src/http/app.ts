/** The application of Koa: the steps of every request, in one visible list. */
import Koa from 'koa';
import { assert, BrokenInvariant } from '../kernel/faults.ts';
import { consoleEndpoints } from './console/endpoints.ts';
import { operations } from './contract/operations/registry.ts';
import type { HttpDependencies } from './dependencies.ts';
import { createRateLimits } from './gates/rate-limit.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { checkTransport } from './middleware/check-transport.ts';
import { compress } from './middleware/compress.ts';
import { cors } from './middleware/cors.ts';
import { identify } from './middleware/identify.ts';
import { measure } from './middleware/measure.ts';
import { shareTurns } from './middleware/share-turns.ts';
import { callbackEndpoint } from './routes/callbacks.ts';
import { routes } from './routes/index.ts';
import { objectEndpoints } from './routes/objects.ts';
import { routeEndpoint } from './routes/route.ts';
import { probeEndpoints } from './routes/probes.ts';
import { productEndpoints } from './routes/product.ts';
import { createRouter, type Endpoint } from './routes/router.ts';
import { createTools } from './routes/tools.ts';
import type { UploadDependencies } from './routes/uploads.ts';
import type { Exchange } from './transport/exchange.ts';
import { createBodyReader } from './transport/read-body.ts';

/** The dependencies of every application. */
export type AppDependencies = Pick<
  HttpDependencies,
  'clock' | 'turns' | 'logger' | 'metrics' | 'fatal' | 'corsOrigins'
>;

/** All that a process with the role `api` answers. `stopping` aborts when it stops: answers that are held open end. */
export const serviceEndpoints = (
  deps: HttpDependencies & Pick<UploadDependencies, 'longBodies'>,
  stopping: AbortSignal,
): readonly Endpoint[] => {
  const readBody = createBodyReader(deps.timers);
  const gates = { ...deps, rateLimits: createRateLimits(deps.clock, deps.rateLimits), readBody };
  const tools = createTools(deps, stopping);
  const declared = [
    ...routes.map((route) => routeEndpoint(route, gates, tools)),
    ...productEndpoints(operations, gates),
    callbackEndpoint(deps.callbacks, readBody),
  ];
  const answered = new Set(declared.map(({ operation }) => operation));
  for (const operation of operations) assert(answered.delete(operation), `${operation.operationId} has no route`);
  assert(answered.size === 0, 'every route belongs to a registered operation');
  return [
    ...declared,
    ...objectEndpoints(deps),
    ...consoleEndpoints(deps.console ?? { redeemCode: null, mediaOrigins: [] }, readBody),
    ...probeEndpoints(deps.probes),
  ];
};

/** `nextId` names a request. */
export const createApp = (
  endpoints: readonly Endpoint[],
  deps: AppDependencies,
  nextId: () => string,
): Koa<Exchange> => {
  const { logger, fatal, corsOrigins = [] } = deps;
  const app = new Koa<Exchange>();
  app.use(identify(nextId));
  app.use(measure(deps));
  app.use(shareTurns(deps.turns));
  if (corsOrigins.length > 0) app.use(cors(new Set(corsOrigins)));
  app.use(compress());
  app.use(answerErrors(deps));
  app.use(checkTransport());
  app.use(createRouter(endpoints));
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
