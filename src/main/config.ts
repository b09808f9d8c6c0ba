/**
 * The only reader of the environment. A value that makes no sense stops the start and is named, with the allowed ones.
 * Each variable has a row in the table of the README and a line in `infra/compose.yml`.
 */
import { hostname } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { MASTER_KEY_BYTES } from '../adapters/system/create-secrets.ts';
import type { Provider } from '../engines/remote/create-remote-engine.ts';
import { flagNames, type Flags } from '../http/contract/operation.ts';
import type { RateLimitConfig } from '../http/gates/rate-limit.ts';
import { objectIn } from '../kernel/json.ts';
import { limits, rateLimits } from '../kernel/limits.ts';
import { serversOf, smtpOf } from './config-servers.ts';
import {
  boolean,
  choice,
  ConfigError,
  type Environment,
  integer,
  list,
  nothingWithout,
  required,
  text,
} from './config-values.ts';
import { providersOf } from './providers-of.ts';

const ROLES = ['api', 'projector', 'relay', 'dispatcher', 'scorer', 'supervisor'] as const;

export type RoleName = (typeof ROLES)[number];

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type Config = Readonly<ReturnType<typeof readConfig>>;

export const readConfig = (env: Environment = process.env) => {
  const issuer = issuerOf(env);
  const servers = serversOf(env);
  const providers = providersOf(env);
  const roles = rolesOf(env);
  const dataDir = dataDirOf(env);
  const trialCredits = issuer === null ? limits.trialCreditsLocal : 0;
  const shards = servers.mongoDb === null ? 1 : limits.projectorShardsServers;
  return {
    host: text(env, 'HOST') ?? '127.0.0.1',
    /** 0 takes any free port. */
    port: integer(env, 'PORT', 8080, 0, 65_535),
    /** Whether it listens there: always for the API, and for the health of other roles where a port is named. */
    listens: roles.has('api') || env['PORT'] !== undefined,
    /** Where clients reach the service, without a path; null for the address that it listens on. */
    publicUrl: publicUrlOf(env),
    /** Absolute. */
    dataDir,
    /** The key that seals the log; the same one for all processes of a service. Absolute. */
    serviceKeyFile: resolve(text(env, 'SERVICE_KEY_FILE') ?? join(dataDir, 'keys', 'service.jwk')),
    secrets: secretsOf(env),
    servers,
    /** Sends deliveries by email; null for none. */
    smtp: smtpOf(env),
    roles,
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    /** Tokens of an issuer of the operator's; null for the local issuer. */
    issuer,
    /** Bonus credits that a personal workspace starts with. */
    trialCredits: integer(env, 'TRIAL_CREDITS', trialCredits, 0, limits.grantAmountMax),
    /** Requests a minute of classes that differ from the defaults. */
    rateLimits: rateLimitsOf(env),
    /** Origins whose pages may call, as browsers write them. */
    corsOrigins: corsOriginsOf(env),
    /** Hosts, in lower case, whose pictures may be previewed. */
    previewHosts: previewHostsOf(env),
    flags: flagsOf(env, issuer === null),
    /** Providers of media over HTTP. */
    providers,
    /** The name of the engine that renders commerce videos and films of a sound as provider_b; null for none. */
    providerB: providerBOf(env, providers),
    /** The program that makes films, absolute; null for the library. */
    ffmpeg: ffmpegOf(env),
    leaseMs: integer(env, 'LEASE_MS', limits.leaseMs, 100, 600_000),
    /** Parts that a read model is cut into when it is made; those that are there keep theirs until they are rebuilt. */
    projectorShards: integer(env, 'PROJECTOR_SHARDS', shards, 1, limits.projectorShardsMax),
    /** Names this machine in leases and logs. */
    hostName: hostname(),
  };
};

const flagsOf = (env: Environment, fallback: boolean): Flags =>
  Object.fromEntries(flagNames.map((name) => [name, boolean(env, name, fallback)])) as Flags;

/** The provider itself where it is configured, else the engine without a key, unless stated. */
const providerBOf = (env: Environment, providers: readonly Provider[]): string | null => {
  const itself = providers.find(({ name }) => name === 'provider_b')?.name;
  const given = text(env, 'PROVIDER_B');
  if (itself !== undefined && given !== undefined && given !== itself) {
    throw new ConfigError('PROVIDER_B', given, 'PROVIDER_B_URL is set, and provider_b is then itself: leave it out');
  }
  if (given === 'none') return null;
  const makers = [
    SERVICE_VIDEO,
    ...providers.filter(({ prices }) => prices.clip !== undefined).map(({ name }) => name),
  ];
  if (given !== undefined && given !== itself && !makers.includes(given)) {
    throw new ConfigError('PROVIDER_B', given, `none, or an engine of scenes that is configured: ${makers.join(', ')}`);
  }
  return given ?? itself ?? SERVICE_VIDEO;
};

/** The engine of films that needs no key. */
const SERVICE_VIDEO = 'service_video';

/** The demo reads it by itself, and nothing else of its environment. */
export const ffmpegOf = (env: Environment = process.env): string | null => {
  const path = text(env, 'FFMPEG') ?? null;
  if (path === null || isAbsolute(path)) return path;
  throw new ConfigError('FFMPEG', path, 'an absolute path such as /usr/bin/ffmpeg');
};

/** A supervisor expands no `~`: a folder of that name would be made, and the log be empty. */
const dataDirOf = (env: Environment): string => {
  const given = text(env, 'DATA_DIR') ?? './data';
  if (given.startsWith('~') || given.trim() === '') {
    throw new ConfigError('DATA_DIR', given, 'the whole path of a folder; ~ is for shells');
  }
  return resolve(given);
};

const issuerOf = (env: Environment) => {
  const jwksUrl = env['JWKS_URL'];
  if (jwksUrl === undefined) {
    return nothingWithout(env, 'JWKS_URL', ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_TYPES', 'JWT_NAME_CLAIM']);
  }
  const url = URL.parse(jwksUrl);
  // No client of ours asks an address with a password in it: nothing would ever be found there.
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}` !== '')
    throw new ConfigError('JWKS_URL', jwksUrl, 'an http or https address without a password');
  const known = 'types by commas, such as at+jwt; none for no type';
  const types = list(env, 'JWT_TYPES', (type) => type !== '', known) ?? ['at+jwt'];
  return {
    jwksUrl,
    issuer: required(env, 'JWT_ISSUER', 'JWKS_URL'),
    audience: required(env, 'JWT_AUDIENCE', 'JWKS_URL'),
    types: types.map((type) => (type === 'none' ? null : type)),
    /** The claim with a person's name. */
    nameClaim: text(env, 'JWT_NAME_CLAIM') ?? 'name',
  };
};

const publicUrlOf = (env: Environment): string | null => {
  const given = env['PUBLIC_URL'];
  if (given === undefined) return null;
  const url = URL.parse(given);
  // The rest of an address would be dropped without a word.
  const isOrigin = url !== null && `${url.origin}/` === url.href;
  if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin;
  throw new ConfigError('PUBLIC_URL', given, 'an http or https origin such as https://studio.example');
};

/** An origin with a path, or in another spelling, would never be the one that a browser sends. */
const corsOriginsOf = (env: Environment): readonly string[] => {
  const known = 'origins by commas, each as browsers write it: https://studio.example';
  return list(env, 'CORS_ORIGINS', (origin) => URL.parse(origin)?.origin === origin, known) ?? [];
};

/** A pattern or an address would let more hosts in than are named. */
const previewHostsOf = (env: Environment): readonly string[] => {
  const known = 'names of hosts by commas, such as images.example';
  const names = list(env, 'PREVIEW_APPROVED_HOSTS', (name) => HOST.test(name), known) ?? [];
  return names.map((name) => name.toLowerCase());
};

const HOST = /^(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i;

const rolesOf = (env: Environment): ReadonlySet<RoleName> => {
  const isRole = (name: string): name is RoleName => ROLES.some((role) => role === name);
  const names = list(env, 'ROLES', isRole, `a comma list of ${ROLES.join(', ')}`);
  return new Set(names?.filter(isRole) ?? ROLES);
};

/** `off`, or a JSON object of authority class to requests per minute. */
const rateLimitsOf = (env: Environment): RateLimitConfig => {
  const given = env['RATE_LIMITS'];
  if (given === undefined) return {};
  if (given === 'off') return 'off';
  const value = objectIn(given);
  const entries = value && Object.entries(value);
  if (entries?.every(isRate) === true) return Object.fromEntries(entries);
  const classes = Object.keys(rateLimits).join(', ');
  throw new ConfigError('RATE_LIMITS', given, `off, or JSON such as {"Spend": 120} of ${classes}`);
};

const isRate = (entry: [string, unknown]): entry is [keyof typeof rateLimits, number] =>
  Object.hasOwn(rateLimits, entry[0]) && Number.isSafeInteger(entry[1]) && Number(entry[1]) > 0;

/**
 * The master key that seals secrets of users. `key`: null for the key file in the data folder.
 * `earlier`: one before it, which still opens; null for none.
 */
const secretsOf = (env: Environment) => {
  const key = keyOf(env, 'SECRETS_KEY');
  const earlier = keyOf(env, 'SECRETS_KEY_OLD');
  if (key !== null && earlier !== null && Buffer.compare(key, earlier) === 0) {
    throw new ConfigError('SECRETS_KEY_OLD', '…', 'another key than SECRETS_KEY');
  }
  return { key, earlier };
};

/** Fewer different ones of 32 are as good as impossible by chance: such a key is an example, or a sentence. */
const DIFFERENT_MIN = 16;

const keyOf = (env: Environment, name: string): Uint8Array | null => {
  const given = text(env, name);
  if (given === undefined) return null;
  const bytes = Buffer.from(given, 'base64');
  const isRandom = bytes.length === MASTER_KEY_BYTES && new Set(bytes).size >= DIFFERENT_MIN;
  if (isRandom && bytes.toString('base64') === given) return new Uint8Array(bytes);
  throw new ConfigError(name, '…', '32 random bytes in base64, as of: openssl rand -base64 32');
};
