/** The whole service of one process: opened in order, stopped in reverse. */
import { isIPv6 } from 'node:net';
import { Fault } from '../kernel/faults.ts';
import type { Probes } from '../http/routes/probes.ts';
import { createHttpServer, createProbeServer, type HttpServer } from '../http/server.ts';
import { compileNext } from '../schema/validator.ts';
import { composeApplication } from './compose-application.ts';
import type { Config } from './config.ts';
import { type Core, type Makers, openCore } from './core.ts';
import { type Callbacks, startCallbacks } from './callbacks.ts';
import { createChanges } from './changes.ts';
import { createLogStanding } from './log-standing.ts';
import { measureTurns } from './measure-turns.ts';
import { openVerifier } from './open-tokens.ts';
import { createProbes } from './probes.ts';
import { startRoles, startRolesLater } from './roles.ts';
import { sweepObjects } from './sweep-objects.ts';
import { type LogWatch, watchLog } from './watch-log.ts';

export type Service = {
  /** Null when the process does not listen: it has not the role `api`, and no port was named for its health. */
  readonly address: { readonly host: string; readonly port: number } | null;
  readonly core: Core;
  /** Stops taking, finishes or gives back, flushes, closes. */
  stop(): Promise<void>;
};

export const startService = async (
  config: Config,
  fatal: (error: unknown) => void,
  makers?: Makers,
): Promise<Service> => serveCore(await openCore(config, fatal, makers), fatal);

/** Where an address is reached by HTTP. */
export const originOf = ({ host, port }: NonNullable<Service['address']>): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Runs the opened core: the roles of its configuration, and its server. `stop` closes the core too. */
export const serveCore = async (core: Core, fatal: (error: unknown) => void): Promise<Service> => {
  const { config } = core;
  const integrity = watchLog(core);
  const sweeping = sweepObjects(core);
  const running = await (core.log.isWhole() || !core.patience.now
    ? startRoles(core)
    : startRolesLater(core, integrity));
  const origin = { url: config.publicUrl ?? '' };
  const probes = createProbes(core, integrity, running);
  const calls = startCallbacks(core, createLogStanding(integrity));
  const http = config.listens ? await openHttp({ core, origin, integrity, probes, calls, fatal }) : null;
  // No request waits for the compilation of its checks.
  while (compileNext()) await core.system.timers.nextTurn();
  const address = http === null ? null : await listen(http, config);
  const turns = measureTurns(core.system.metrics);
  if (address !== null && config.publicUrl === null) origin.url = originOf(address);
  return {
    address,
    core,
    stop: async () => {
      await http?.close();
      await calls.stop();
      await running.stop();
      await integrity.stop();
      await sweeping.stop();
      await core.close();
      turns.close();
    },
  };
};

/** Fault `unavailable` that names the variable to change. */
const listen = async (http: HttpServer, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Service['address']> => {
  try {
    return await http.listen(host, port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = CANNOT_LISTEN[code] ?? `it cannot be listened on (${code}): choose another PORT or HOST`;
    throw new Fault('unavailable', `port ${port} of ${host}: ${why}`, { cause: error });
  }
};

const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something listens there already: stop it, or choose another PORT (0 takes any that is free)',
  EACCES: 'this user may not listen there: choose another PORT, from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address: choose another HOST',
  ENOTFOUND: 'there is no host of this name: choose another HOST',
};

type HttpParts = {
  readonly core: Core;
  /** The beginning of signed addresses; a port chosen by the system is known only when it listens. */
  readonly origin: { readonly url: string };
  readonly integrity: LogWatch;
  readonly probes: Probes;
  readonly calls: Callbacks;
  readonly fatal: (error: unknown) => void;
};

const openHttp = async ({ core, origin, integrity, probes, calls, fatal }: HttpParts): Promise<HttpServer> => {
  const { config, system, stores } = core;
  const { clock, timers, ids, logger, metrics } = system;
  if (!config.roles.has('api')) return createProbeServer({ probes, clock, timers, ids, logger, metrics, fatal });
  return createHttpServer({
    application: composeApplication(core),
    log: createLogStanding(integrity),
    verifier: await openVerifier(config, system),
    objectStore: {
      head: async (key) => stores.objects.head(key),
      signGet: (key, ttlSeconds) => {
        const signed = stores.objects.signGet(key, ttlSeconds);
        // A store with a server of its own signs whole addresses.
        return stores.signedObjects === null ? signed : { ...signed, url: origin.url + signed.url };
      },
    },
    signedObjects: stores.signedObjects,
    callbacks: calls,
    flags: config.flags,
    topicPrefix: config.servers.kafka?.prefix ?? '',
    rateLimits: config.rateLimits,
    corsOrigins: config.corsOrigins,
    changes: createChanges(core),
    probes,
    clock,
    timers,
    ids,
    logger,
    metrics,
    fatal,
  });
};
