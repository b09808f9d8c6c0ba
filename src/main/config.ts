/**
 * The only reader of the environment. A value that makes no sense stops the start and is named, with the allowed ones.
 */
import { hostname } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Provider } from '../engines/remote/create-remote-engine.ts';
import { objectIn } from '../kernel/json.ts';
import { limits, rateLimits } from '../kernel/limits.ts';
import { type SecretsConfig, secretsOf } from './secrets-of.ts';
import type { SmtpServer } from '../adapters/smtp/open-mailer.ts';
import { smtpOf } from './smtp-of.ts';
import { type ServersConfig, serversOf } from './config-servers.ts';
import { providersOf } from './providers-of.ts';
import { boolean, ConfigError, type Environment, integer, nothingWithout, required, text } from './config-values.ts';

export type RoleName = 'api' | 'projector' | 'relay' | 'dispatcher' | 'scorer' | 'supervisor';

const ROLES: readonly RoleName[] = ['api', 'projector', 'relay', 'dispatcher', 'scorer', 'supervisor'];

export type Config = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Whether it listens there: always for the API, and for the health of other roles where a port is named. */
  readonly listens: boolean;
  /** Where clients reach the service, without a path; null for the address that it listens on. */
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** The key that seals the log; the same one for all processes of a service. Absolute. */
  readonly serviceKeyFile: string;
  readonly secrets: SecretsConfig;
  readonly servers: ServersConfig;
  /** Sends deliveries by email; null for none. */
  readonly smtp: SmtpServer | null;
  readonly roles: ReadonlySet<RoleName>;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Tokens of an issuer of the operator's; null for the local issuer. */
  readonly issuer: {
    readonly jwksUrl: string;
    readonly issuer: string;
    readonly audience: string;
    readonly types: readonly (string | null)[];
    /** The claim with a person's name. */
    readonly nameClaim: string;
  } | null;
  /** Bonus credits that a personal workspace starts with; unless set 500 with the local issuer, else 0. */
  readonly trialCredits: number;
  /** Requests a minute of classes that differ from the defaults. */
  readonly rateLimits: Readonly<Partial<Record<keyof typeof rateLimits, number>>> | 'off';
  /** Origins whose pages may call, as browsers write them. */
  readonly corsOrigins: readonly string[];
  /** Hosts, in lower case, whose pictures may be previewed. */
  readonly previewHosts: readonly string[];
  readonly flags: {
    readonly STORYBOARD_PHOTO_BATCH_ENABLED: boolean;
    readonly UNIVERSAL_DELIVERY_ENABLED: boolean;
    readonly COMMERCE_VIDEO_ENABLED: boolean;
  };
  /** Providers of media over HTTP. */
  readonly providers: readonly Provider[];
  /** The name of the engine that renders commerce videos and films of a sound as provider_b; null for none. */
  readonly providerB: string | null;
  /** The program that makes films, absolute; null for the library. */
  readonly ffmpeg: string | null;
  readonly leaseMs: number;
  /** Parts that a read model is cut into when it is made; those that are there keep theirs until they are rebuilt. */
  readonly projectorShards: number;
  /** Names this machine in leases and logs. */
  readonly hostName: string;
};

export const readConfig = (env: Environment = process.env): Config => {
  const issuer = issuerOf(env);
  const servers = serversOf(env);
  const providers = providersOf(env);
  const roles = rolesOf(env);
  const dataDir = dataDirOf(env);
  const flag = (name: string): boolean => boolean(env, name, issuer === null);
  return {
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: integer(env, 'PORT', 8080, 0, 65_535),
    listens: roles.has('api') || env['PORT'] !== undefined,
    publicUrl: publicUrlOf(env),
    dataDir,
    serviceKeyFile: resolve(text(env, 'SERVICE_KEY_FILE') ?? join(dataDir, 'keys', 'service.jwk')),
    secrets: secretsOf(env),
    servers,
    smtp: smtpOf(env),
    roles,
    logLevel: levelOf(env),
    issuer,
    trialCredits: integer(
      env,
      'TRIAL_CREDITS',
      issuer === null ? limits.trialCreditsLocal : 0,
      0,
      limits.grantAmountMax,
    ),
    rateLimits: rateLimitsOf(env),
    corsOrigins: corsOriginsOf(env),
    previewHosts: previewHostsOf(env),
    flags: {
      STORYBOARD_PHOTO_BATCH_ENABLED: flag('STORYBOARD_PHOTO_BATCH_ENABLED'),
      UNIVERSAL_DELIVERY_ENABLED: flag('UNIVERSAL_DELIVERY_ENABLED'),
      COMMERCE_VIDEO_ENABLED: flag('COMMERCE_VIDEO_ENABLED'),
    },
    providers,
    providerB: providerBOf(env, providers),
    ffmpeg: ffmpegOf(env),
    leaseMs: integer(env, 'LEASE_MS', limits.leaseMs, 100, 600_000),
    projectorShards: integer(
      env,
      'PROJECTOR_SHARDS',
      servers.mongoDb === null ? 1 : limits.projectorShardsServers,
      1,
      limits.projectorShardsMax,
    ),
    hostName: hostname(),
  };
};

/** The provider itself where it is configured, else the engine without a key, unless stated. */
const providerBOf = (env: Environment, providers: Config['providers']): string | null => {
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

const issuerOf = (env: Environment): Config['issuer'] => {
  const jwksUrl = env['JWKS_URL'];
  if (jwksUrl === undefined) {
    return nothingWithout(env, 'JWKS_URL', ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_TYPES', 'JWT_NAME_CLAIM']);
  }
  const url = URL.parse(jwksUrl);
  // No client of ours asks an address with a password in it: nothing would ever be found there.
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}` !== '')
    throw new ConfigError('JWKS_URL', jwksUrl, 'an http or https address without a password');
  const named = text(env, 'JWT_TYPES') ?? 'at+jwt';
  const types = named.split(',').map((type) => type.trim());
  if (types.includes(''))
    throw new ConfigError('JWT_TYPES', named, 'types by commas, such as at+jwt; none for no type');
  return {
    jwksUrl,
    issuer: required(env, 'JWT_ISSUER', 'JWKS_URL'),
    audience: required(env, 'JWT_AUDIENCE', 'JWKS_URL'),
    types: types.map((type) => (type === 'none' ? null : type)),
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

const corsOriginsOf = (env: Environment): readonly string[] => {
  const given = text(env, 'CORS_ORIGINS');
  if (given === undefined) return [];
  const origins = given.split(',').map((origin) => origin.trim());
  // An origin with a path, or in another spelling, would never be the one that a browser sends.
  if (origins.every((origin) => URL.parse(origin)?.origin === origin)) return origins;
  throw new ConfigError('CORS_ORIGINS', given, 'origins by commas, each as browsers write it: https://studio.example');
};

/** A pattern or an address would let more hosts in than are named. */
const previewHostsOf = (env: Environment): readonly string[] => {
  const given = text(env, 'PREVIEW_APPROVED_HOSTS');
  if (given === undefined) return [];
  const names = given.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => HOST.test(name))) return names;
  throw new ConfigError('PREVIEW_APPROVED_HOSTS', given, 'names of hosts by commas, such as images.example');
};

const HOST = /^(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;

const rolesOf = (env: Environment): ReadonlySet<RoleName> => {
  const given = env['ROLES'];
  if (given === undefined) return new Set(ROLES);
  const names = given.split(',').map((name) => name.trim());
  const known = names.filter((name): name is RoleName => ROLES.some((role) => role === name));
  if (known.length !== names.length) throw new ConfigError('ROLES', given, `a comma list of ${ROLES.join(', ')}`);
  return new Set(known);
};

const levelOf = (env: Environment): Config['logLevel'] => {
  const level = env['LOG_LEVEL'] ?? 'warn';
  switch (level) {
    case 'debug':
    case 'info':
    case 'warn':
    case 'error':
    case 'silent':
      return level;
    default:
      throw new ConfigError('LOG_LEVEL', level, 'debug, info, warn, error or silent');
  }
};

/** `off`, or a JSON object of authority class to requests per minute. */
const rateLimitsOf = (env: Environment): Config['rateLimits'] => {
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
