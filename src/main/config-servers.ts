/** Servers in the place of parts of the embedded default, each where its address is given. */
import { isMailbox } from '../adapters/smtp/mailbox.ts';
import type { SmtpServer } from '../adapters/smtp/open-mailer.ts';
import { address, ConfigError, type Environment, list, nothingWithout, required, text } from './config-values.ts';

export type ServersConfig = Readonly<ReturnType<typeof serversOf>>;

/** Null: the embedded one. */
export const serversOf = (env: Environment) => ({
  eventStoreDb: eventStoreDbOf(env),
  mongoDb: mongoDbOf(env),
  kafka: kafkaOf(env),
  s3: s3Of(env),
});

/** Where data is kept, for the output of a start. Names kinds of servers, and no address. */
export const keptWhere = ({ eventStoreDb, mongoDb, kafka, s3 }: ServersConfig): string => {
  const elsewhere = [
    eventStoreDb && 'log in EventStoreDB',
    mongoDb && 'read models in MongoDB',
    kafka && 'messages in Kafka',
    s3 && 'objects in S3',
  ].filter((one) => one !== null);
  if (elsewhere.length === 0) return 'embedded: SQLite log, read models and messages; objects as files';
  return `${elsewhere.join(', ')}; ${elsewhere.length === 4 ? 'keys' : 'the rest'} here`;
};

/**
 * Before the name of each stream, where several services share the server. Without a hyphen, which ends the category of
 * a stream to the server; and with an end of its own.
 */
const STREAM_PREFIX = /^(?:[A-Za-z0-9][A-Za-z0-9._]{0,58}\.)?$/;

const eventStoreDbOf = (env: Environment) => {
  const url = address(env, 'EVENTSTOREDB_URL', ['esdb', 'esdb+discover']);
  if (url === null) return nothingWithout(env, 'EVENTSTOREDB_URL', ['EVENTSTOREDB_PREFIX']);
  const prefix = env['EVENTSTOREDB_PREFIX'] ?? '';
  if (STREAM_PREFIX.test(prefix)) return { url, prefix };
  throw new ConfigError('EVENTSTOREDB_PREFIX', prefix, 'letters, digits, . and _, at most 60, and a . at its end');
};

/** Names of databases that every MongoDB takes. */
const DATABASE = /^[A-Za-z0-9_-]{1,60}$/;

const mongoDbOf = (env: Environment) => {
  const url = address(env, 'MONGODB_URL', ['mongodb', 'mongodb+srv']);
  if (url === null) return nothingWithout(env, 'MONGODB_URL', ['MONGODB_DATABASE']);
  const database = env['MONGODB_DATABASE'] ?? 'production_intelligence';
  if (DATABASE.test(database)) return { url, database };
  throw new ConfigError('MONGODB_DATABASE', database, 'letters, digits, _ and -, at most 60');
};

const BROKER = /^[^\s:/@]+:(\d{1,5})$/;

const isBroker = (one: string): boolean => {
  const port = Number(BROKER.exec(one)?.[1] ?? 0);
  return port > 0 && port <= 65_535;
};

/** Before the name of each topic and group, where several services share the brokers. */
const PREFIX = /^[A-Za-z0-9._-]{0,60}$/;

const kafkaOf = (env: Environment) => {
  const brokers = list(env, 'KAFKA_BROKERS', isBroker, 'a comma list of host:port');
  if (brokers === undefined) return nothingWithout(env, 'KAFKA_BROKERS', ['KAFKA_PREFIX']);
  const prefix = env['KAFKA_PREFIX'] ?? '';
  if (PREFIX.test(prefix)) return { brokers, prefix };
  throw new ConfigError('KAFKA_PREFIX', prefix, 'letters, digits, ., _ and -, at most 60');
};

const OF_S3 = ['S3_PUBLIC_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'];

/** As every store takes them. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A path of it would be a part of the signed addresses, and of none that the store knows. */
const endpointOf = (env: Environment, name: string): string | null => {
  const given = address(env, name, ['http', 'https']);
  if (given === null) return null;
  const url = URL.parse(given);
  if (url !== null && url.username === '' && `${url.origin}/` === url.href) return url.origin;
  throw new ConfigError(name, '…', 'an http or https address of a host and a port, without a path');
};

const s3Of = (env: Environment) => {
  const endpoint = endpointOf(env, 'S3_ENDPOINT');
  if (endpoint === null) return nothingWithout(env, 'S3_ENDPOINT', OF_S3);
  const bucket = required(env, 'S3_BUCKET', 'S3_ENDPOINT');
  if (!BUCKET.test(bucket)) {
    throw new ConfigError('S3_BUCKET', bucket, 'lower-case letters, digits, . and -, from 3 to 63');
  }
  return {
    endpoint,
    /** Where clients reach it, when that is another address than ours. */
    publicEndpoint: endpointOf(env, 'S3_PUBLIC_ENDPOINT') ?? endpoint,
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    bucket,
    accessKeyId: required(env, 'S3_ACCESS_KEY', 'S3_ENDPOINT'),
    secretAccessKey: required(env, 'S3_SECRET_KEY', 'S3_ENDPOINT'),
  };
};

/** RFC 6409 and RFC 8314: submission, and submission by TLS. */
const PORTS = { plain: 587, secure: 465 } as const;

/** The SMTP server that sends deliveries by email; null where none is given. */
export const smtpOf = (env: Environment): SmtpServer | null => {
  const given = address(env, 'SMTP_URL', ['smtp', 'smtps']);
  if (given === null) return nothingWithout(env, 'SMTP_URL', ['SMTP_FROM']);
  const from = required(env, 'SMTP_FROM', 'SMTP_URL');
  if (!isMailbox(from)) throw new ConfigError('SMTP_FROM', from, 'an address such as films@studio.example');
  const url = URL.parse(given);
  const login = url === null ? null : loginOf(url);
  // A query would be options of the library, such as one that trusts any certificate.
  if (
    url === null ||
    login === undefined ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname + url.search + url.hash)
  ) {
    throw new ConfigError(
      'SMTP_URL',
      '…',
      'smtps://user:password@host:465, or smtp:// with or without user and password',
    );
  }
  const secure = url.protocol === 'smtps:';
  const port = url.port === '' ? (secure ? PORTS.secure : PORTS.plain) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, secure, login, from };
};

/** Undefined for half a login, or one that is not percent-encoded. */
const loginOf = ({ username, password }: URL): SmtpServer['login'] | undefined => {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
};
