/** The whole service of one process: opened in order, stopped in reverse. */
import { isIPv6 } from 'node:net';
import { createTurns } from '../adapters/system/turns.ts';
import { type TurnWatch, watchTurns } from '../adapters/system/watch-turns.ts';
import { CONSOLE_PATH } from '../http/console/console-files.ts';
import type { LogStanding } from '../http/gates/gates.ts';
import { createHttpServer, createProbeServer, type HttpServer } from '../http/server.ts';
import { systemCode } from '../kernel/disk-fault.ts';
import { Fault } from '../kernel/faults.ts';
import type { Metrics } from '../ports/basics.ts';
import type { SignedUrl } from '../ports/object-store.ts';
import { compileNext } from '../schema/validator.ts';
import { openBodyThread } from './body-thread.ts';
import { createChanges } from './changes.ts';
import { composeApplication } from './compose-application.ts';
import type { Config } from './config.ts';
import { type Core, type Makers, openCore } from './core.ts';
import { openTokens, type Tokens } from './open-tokens.ts';
import { createProbes, type Measures } from './probes.ts';
import { type Callbacks, startCallbacks, startRoles, startRolesLater } from './roles.ts';
import { createSignInCodes, type SignInCodes } from './sign-in-codes.ts';
import { sweepObjects } from './sweep-objects.ts';
import { createLogStanding, watchLog } from './watch-log.ts';

export type Service = {
  /** Null when the process does not listen: it has not the role `api`, and no port was named for its health. */
  readonly address: { readonly host: string; readonly port: number } | null;
  /** The console, with a code that signs in once; without the local issuer, with none. Null without the role `api`. */
  readonly consoleUrl: string | null;
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
  const log = createLogStanding(integrity);
  const calls = startCallbacks(core, log);
  const tokens = config.roles.has('api') ? await openTokens(config, core.system) : null;
  const codes = tokens?.issueToken ? createSignInCodes({ issueToken: tokens.issueToken }, core.system) : null;
  const http = config.listens ? await openHttp({ core, origin, log, probes, calls, tokens, codes, fatal }) : null;
  if (tokens !== null) await compileChecks(core);
  const address = http === null ? null : await listen(http, config);
  const turns = measureTurns(core.system.metrics);
  if (address !== null && config.publicUrl === null) origin.url = originOf(address);
  const fragment = codes === null ? '' : `#/sign-in/${codes.issue()}`;
  return {
    address,
    consoleUrl: tokens === null ? null : `${origin.url}${CONSOLE_PATH}${fragment}`,
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

/** No request waits for it. Roles without requests use few checks, and compile them at their first use. */
const compileChecks = async ({ system }: Core): Promise<void> => {
  while (compileNext()) await system.timers.nextTurn();
};

/** Fault `unavailable` that names the variable to change. */
const listen = async (http: HttpServer, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Service['address']> => {
  try {
    return await http.listen(host, port);
  } catch (error) {
    const code = systemCode(error) ?? '';
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
  readonly log: LogStanding;
  readonly probes: Measures;
  readonly calls: Callbacks;
  /** Null without the role `api`. */
  readonly tokens: Tokens | null;
  readonly codes: SignInCodes | null;
  readonly fatal: (error: unknown) => void;
};

const openHttp = async (parts: HttpParts): Promise<HttpServer> => {
  const { core, origin, log, probes, calls, tokens, codes, fatal } = parts;
  const { config, system, stores } = core;
  const { background, clock, timers, ids, logger, metrics } = system;
  const turns = createTurns(system);
  if (tokens === null) return createProbeServer({ probes, clock, timers, turns, ids, logger, metrics, fatal });
  // A store with a server of its own signs whole addresses.
  const whole = (signed: SignedUrl): SignedUrl =>
    stores.signedObjects === null ? signed : { ...signed, url: origin.url + signed.url };
  return createHttpServer({
    application: composeApplication(core, probes.standing),
    log,
    verifier: tokens.verifier,
    objectStore: {
      head: async (key) => stores.objects.head(key),
      signGet: (key, ttlSeconds) => whole(stores.objects.signGet(key, ttlSeconds)),
      signPut: (key, rules, ttlSeconds) => whole(stores.objects.signPut(key, rules, ttlSeconds)),
    },
    signedObjects: stores.signedObjects,
    callbacks: calls,
    keys: [core.signer.publicKey],
    console: {
      redeemCode: codes?.redeem ?? null,
      mediaOrigins: [config.publicUrl, config.servers.s3?.publicEndpoint].flatMap(
        (url) => URL.parse(url ?? '')?.origin ?? [],
      ),
    },
    flags: config.flags,
    topicPrefix: config.servers.kafka?.prefix ?? '',
    rateLimits: config.rateLimits,
    corsOrigins: config.corsOrigins,
    changes: createChanges(core),
    probes,
    clock,
    timers,
    turns,
    bodyThread: openBodyThread({ turns, background, logger }),
    ids,
    logger,
    metrics,
    fatal,
  });
};

/** The turns of the event loop, and the pauses of V8, as `/metrics` tells them. */
const measureTurns = (metrics: Metrics): TurnWatch => {
  const longest = { pi_turn_longest_seconds: 0, pi_turn_longest_computed_seconds: 0 };
  const keepLongest = (name: keyof typeof longest, ms: number): void => {
    if (ms <= longest[name]) return;
    longest[name] = ms;
    metrics.gauge(name, ms / 1_000);
  };
  return watchTurns({
    turn: (ms, computedMs) => {
      metrics.observe('pi_turn_seconds', ms / 1_000);
      keepLongest('pi_turn_longest_seconds', ms);
      keepLongest('pi_turn_longest_computed_seconds', computedMs);
    },
    pause: (ms) => metrics.observe('pi_gc_pause_seconds', ms / 1_000),
  });
};
