import test from 'ava';
import { keptWhere } from '../../../src/main/config-servers.ts';
import { readConfig } from '../../../src/main/config.ts';

const SECRET = 'CANARY5pXq7Zr2Vt9Ws4Yu';

const KEYS = { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: SECRET };

test('an error about a senseless value repeats no password', (t) => {
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { KAFKA_BROKERS: `bob:${SECRET}@kafka:9092` },
    { KAFKA_BROKERS: `kafka://bob:${SECRET}@kafka:9092` },
    { PUBLIC_URL: `https://bob:${SECRET}@studio.example/films` },
    { JWKS_URL: `ftp://bob:${SECRET}@keys.example` },
    { JWKS_URL: `https://bob:${SECRET}@keys.example/jwks`, JWT_ISSUER: 'https://a.example', JWT_AUDIENCE: 'films' },
    { MONGODB_URL: `mongo://bob:${SECRET}@mongodb` },
    { EVENTSTOREDB_URL: `http://bob:${SECRET}@eventstoredb` },
    { S3_ENDPOINT: `s3://bob:${SECRET}@objects` },
    { SMTP_URL: `smtps://bob:${SECRET}@mail?tls.rejectUnauthorized=false`, SMTP_FROM: 'a@b.example' },
  ];
  for (const env of wrong) {
    const message = t.throws(() => readConfig(env), { name: 'ConfigError' })?.message ?? '';
    t.true(message.startsWith(Object.keys(env)[0] ?? ''), message);
    t.false(message.includes(SECRET), message);
  }
  t.regex(t.throws(() => readConfig({ KAFKA_BROKERS: 'kafka' }))?.message ?? '', /"kafka"/);
});

test('a start says where things are kept, and no address', (t) => {
  const servers: readonly Readonly<Record<string, string>>[] = [
    { EVENTSTOREDB_URL: `esdb://bob:${SECRET}@eventstoredb` },
    { MONGODB_URL: `mongodb://bob:${SECRET}@mongodb` },
    { KAFKA_BROKERS: 'kafka:9092' },
    { S3_ENDPOINT: 'http://objects', S3_BUCKET: 'films', ...KEYS },
  ];
  const textOf = (count: number): string =>
    keptWhere(readConfig(Object.assign({}, ...servers.slice(0, count)) as Record<string, string>).servers);
  t.regex(textOf(0), /^embedded: /);
  t.is(textOf(2), 'log in EventStoreDB, read models in MongoDB; the rest here');
  t.is(textOf(4), 'log in EventStoreDB, read models in MongoDB, messages in Kafka, objects in S3; keys here');
});

test('a setting that is empty, misspelt, or for a missing address stops the start and is named', (t) => {
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { HOST: '' },
    { DATA_DIR: '' },
    { DATA_DIR: ' ' },
    { DATA_DIR: '~/data' },
    { PROVIDER_E_URL: 'https://gateway.example' },
    { PROVIDER_C_PRICE: '{"image":4}' },
    { RATE_LIMITS: '{"Spnd":3}' },
    { RATE_LIMITS: '{"spend":1}' },
    { RATE_LIMITS: '{"Spend":0}' },
    { RATE_LIMITS: '[5]' },
    { CORS_ORIGINS: '*' },
    { CORS_ORIGINS: 'https://a.example/' },
    { CORS_ORIGINS: 'https://a.example,HTTPS://b.example' },
    { CORS_ORIGINS: 'https://a.example:443' },
    { CORS_ORIGINS: '' },
    { PREVIEW_APPROVED_HOSTS: '*.example' },
    { PREVIEW_APPROVED_HOSTS: 'https://a.example' },
    { PREVIEW_APPROVED_HOSTS: 'a.example,10.0.0.1' },
    { PREVIEW_APPROVED_HOSTS: 'localhost' },
    { PREVIEW_APPROVED_HOSTS: 'a.example:443' },
    { EVENTSTOREDB_PREFIX: 'films.' },
    { SMTP_FROM: 'a@b.example' },
    { SMTP_FROM: 'no-address', SMTP_URL: 'smtp://mail' },
    { SMTP_URL: 'http://mail', SMTP_FROM: 'a@b.example' },
    { SMTP_URL: 'smtp://bob@mail', SMTP_FROM: 'a@b.example' },
    { SMTP_URL: 'smtp://mail/path', SMTP_FROM: 'a@b.example' },
    { EVENTSTOREDB_PREFIX: 'films', EVENTSTOREDB_URL: 'esdb://eventstoredb' },
    { EVENTSTOREDB_PREFIX: 'new-films.', EVENTSTOREDB_URL: 'esdb://eventstoredb' },
    { MONGODB_DATABASE: 'films' },
    { KAFKA_PREFIX: 'films.' },
    { FFMPEG: 'ffmpeg' },
    { S3_BUCKET: 'films' },
    { S3_BUCKET: 'My Films', S3_ENDPOINT: 'http://objects', ...KEYS },
    { S3_ENDPOINT: 'http://', S3_BUCKET: 'films', ...KEYS },
    { S3_ENDPOINT: 'http://objects/films', S3_BUCKET: 'films', ...KEYS },
    { S3_PUBLIC_ENDPOINT: 'https://a.example?b', S3_ENDPOINT: 'http://objects', S3_BUCKET: 'films', ...KEYS },
    { KAFKA_BROKERS: 'kafka:65536' },
    { KAFKA_BROKERS: 'kafka:0' },
    { JWKS_URL: 'https://' },
    { JWT_ISSUER: 'https://issuer.example', JWKS_ULR: 'https://issuer.example/keys' },
    { JWT_TYPES: '', JWKS_URL: 'https://issuer.example/keys' },
    { JWT_TYPES: 'at+jwt,', JWKS_URL: 'https://issuer.example/keys' },
    { JWT_TYPES: ' ', JWKS_URL: 'https://issuer.example/keys' },
    { PORT: '0x10' },
    { PORT: '1e3' },
    { PORT: ' 80' },
    { PORT: '80.0' },
    { PORT: '-1' },
    { PORT: '' },
    { PORT: '65536' },
    { PUBLIC_URL: 'https://bob@studio.example' },
    { PUBLIC_URL: 'https://bob:secret@studio.example/' },
    { PUBLIC_URL: 'https://studio.example/?films' },
    { PUBLIC_URL: 'https://studio.example/#films' },
    { PUBLIC_URL: 'https://studio.example/films' },
  ];
  for (const env of wrong) {
    const message = t.throws(() => readConfig(env), { name: 'ConfigError' })?.message ?? '';
    t.true(message.startsWith(`${Object.keys(env)[0]}=`), message);
  }
  t.is(readConfig({ PUBLIC_URL: 'https://Studio.example:443/' }).publicUrl, 'https://studio.example');
  t.is(readConfig({ PORT: '80' }).port, 80);
  t.is(readConfig({}).ffmpeg, null);
  t.is(readConfig({ FFMPEG: '/usr/bin/ffmpeg' }).ffmpeg, '/usr/bin/ffmpeg');
  t.deepEqual(readConfig({}).corsOrigins, []);
  t.deepEqual(readConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins, [
    'https://a.example',
    'http://localhost:5173',
  ]);
  t.deepEqual(readConfig({}).previewHosts, [], 'none unless set');
  t.deepEqual(readConfig({ PREVIEW_APPROVED_HOSTS: 'A.example, b.c.example' }).previewHosts, [
    'a.example',
    'b.c.example',
  ]);
  t.deepEqual(readConfig({ RATE_LIMITS: '{"Spend":120,"Read":7}' }).rateLimits, { Spend: 120, Read: 7 });
});

test('types of tokens are read without the spaces around them', (t) => {
  const issuer = { JWKS_URL: 'https://issuer.example/keys', JWT_ISSUER: 'https://issuer.example', JWT_AUDIENCE: 'pi' };
  const typesOf = (types: string) => readConfig({ ...issuer, JWT_TYPES: types }).issuer?.types;
  t.deepEqual(typesOf('at+jwt, none'), ['at+jwt', null]);
  t.deepEqual(typesOf(' none ,JWT'), [null, 'JWT']);
});

const PROVIDER = {
  PROVIDER_C_URL: 'https://gateway.example/v1',
  PROVIDER_C_KEY: SECRET,
  PROVIDER_C_PRICES: '{"image": 7, "speech": 2}',
  PROVIDER_C_VOICES: 'emma:en-GB, jo:de',
};

test('a provider is configured by its address, key and prices, and speaks with its voices', (t) => {
  const { providers, providerB } = readConfig(PROVIDER);
  const voices = [
    { id: 'emma', name: 'emma', language: 'en-GB' },
    { id: 'jo', name: 'jo', language: 'de' },
  ];
  const url = PROVIDER.PROVIDER_C_URL;
  const prices = { image: 7, speech: 2 };
  t.like(providers, [{ name: 'provider_c', url, key: SECRET, kind: 'gateway', prices, voices }]);
  t.is(providerB, 'service_video');
  const bounds = { PROVIDER_C_RATE_PER_MINUTE: '60', PROVIDER_C_CONCURRENCY: '4' };
  t.deepEqual(readConfig({ ...PROVIDER, ...bounds }).providers[0]?.pace, { perMinute: 60, concurrency: 4 });
  t.deepEqual(readConfig({}).providers, []);
});

test('a provider that makes no sense stops the start, is named, and its key is not repeated', (t) => {
  const wrong: readonly Readonly<Record<string, string | undefined>>[] = [
    { PROVIDER_C_URL: 'gateway.example' },
    { PROVIDER_C_URL: `https://bob:${SECRET}@gateway.example` },
    { PROVIDER_C_URL: 'https://gateway.example/?key=1' },
    { PROVIDER_C_KEY: '' },
    { PROVIDER_C_KEY: `${SECRET}\n` },
    { PROVIDER_C_PRICES: undefined },
    { PROVIDER_C_PRICES: '{}' },
    { PROVIDER_C_PRICES: '{"image": -1}' },
    { PROVIDER_C_PRICES: '{"image": 1.5}' },
    { PROVIDER_C_PRICES: '{"assembly": 1}' },
    { PROVIDER_C_PRICES: 'four' },
    { PROVIDER_C_VOICES: undefined },
    { PROVIDER_C_VOICES: 'emma' },
    { PROVIDER_C_KIND: 'telepathy' },
    { PROVIDER_C_RATE_PER_MINUTE: '0' },
    { PROVIDER_C_CONCURRENCY: 'many' },
    { PROVIDER_C_MODELS: '{"image": "painter"}' },
    { PROVIDER_C_SOUNDS: 'wav' },
  ];
  for (const env of wrong) {
    const message = t.throws(() => readConfig({ ...PROVIDER, ...env }), { name: 'ConfigError' })?.message ?? '';
    t.true(message.startsWith(`${Object.keys(env)[0]}=`), message);
    t.false(message.includes(SECRET), message);
  }
  t.regex(t.throws(() => readConfig({ PROVIDER_A_KEY: SECRET }))?.message ?? '', /^PROVIDER_A_KEY=.*PROVIDER_A_URL/);
});

test('a provider of the kind openai has a model for each of what it makes', (t) => {
  const kind = { ...PROVIDER, PROVIDER_C_KIND: 'openai' };
  const models = { image: 'painter', speech: 'speaker' };
  t.like(readConfig({ ...kind, PROVIDER_C_MODELS: JSON.stringify(models) }).providers, [{ kind: 'openai', models }]);
  const wrong = [
    undefined,
    '{}',
    '{"image": "painter"}',
    '{"image": "painter", "speech": 7}',
    '{"image": "a", "clip": "b"}',
  ];
  for (const value of wrong) {
    t.throws(() => readConfig({ ...kind, PROVIDER_C_MODELS: value }), { message: /^PROVIDER_C_MODELS=/ });
  }
  const films = { PROVIDER_C_PRICES: '{"clip": 9}', PROVIDER_C_MODELS: '{"clip": "a"}' };
  t.throws(() => readConfig({ ...kind, ...films }), { message: /^PROVIDER_C_PRICES=/ });
});

test('a gateway of clips takes the sounds that are named, where it can reach this service', (t) => {
  const given = { ...PROVIDER, PUBLIC_URL: 'https://studio.example', PROVIDER_C_PRICES: '{"clip": 9}' };
  t.deepEqual(readConfig(given).providers[0]?.sounds, []);
  t.deepEqual(readConfig({ ...given, PROVIDER_C_SOUNDS: 'mp3, wav' }).providers[0]?.sounds, ['wav', 'mp3']);
  const wrong = [{ PUBLIC_URL: undefined }, { PROVIDER_C_PRICES: '{"image": 1}' }, { PROVIDER_C_SOUNDS: 'wav,tape' }];
  for (const env of wrong) {
    t.throws(() => readConfig({ ...given, PROVIDER_C_SOUNDS: 'wav', ...env }), { message: /^PROVIDER_C_SOUNDS=/ });
  }
});

test('provider_b is itself where it is configured, for commerce too', (t) => {
  const env = { PROVIDER_B_URL: 'http://films.local', PROVIDER_B_KEY: 'k', PROVIDER_B_PRICES: '{"clip": 9}' };
  t.is(readConfig(env).providerB, 'provider_b');
  t.is(readConfig({ ...env, PROVIDER_B: 'provider_b' }).providerB, 'provider_b');
  t.throws(() => readConfig({ ...env, PROVIDER_B: 'service_video' }), { message: /^PROVIDER_B=/ });
  t.is(readConfig({ PROVIDER_B: 'none' }).providerB, null);
});

test('provider_b is bound to an engine of scenes that is configured, or the start is refused', (t) => {
  const films = { ...PROVIDER, PROVIDER_C_PRICES: '{"clip": 9}', PROVIDER_C_VOICES: undefined };
  t.is(readConfig({ ...films, PROVIDER_B: 'provider_c' }).providerB, 'provider_c');
  t.is(readConfig({ PROVIDER_B: 'service_video' }).providerB, 'service_video');
  const said = { message: /^PROVIDER_B="nonsense" makes no sense: none, or .*: service_video, provider_c$/ };
  t.throws(() => readConfig({ ...films, PROVIDER_B: 'nonsense' }), said);
  for (const [env, PROVIDER_B] of [
    [{}, 'provider_b'],
    [{}, 'service_music'],
    [{}, 'None'],
    [PROVIDER, 'provider_c'],
  ] as const) {
    t.throws(() => readConfig({ ...env, PROVIDER_B }), { message: /^PROVIDER_B=/ }, PROVIDER_B);
  }
});

test('a master key that is no 32 random bytes stops the start, and is not repeated', (t) => {
  const good = Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 37) % 256)).toString('base64');
  t.is(Buffer.from(readConfig({ SECRETS_KEY: good }).secrets.key ?? []).toString('base64'), good);
  t.like(readConfig({}), { secrets: { key: null, earlier: null } });
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { SECRETS_KEY: '' },
    { SECRETS_KEY: SECRET },
    { SECRETS_KEY: Buffer.from(SECRET.repeat(2).slice(0, 31)).toString('base64') },
    { SECRETS_KEY: Buffer.alloc(32).toString('base64') },
    { SECRETS_KEY: Buffer.from('changeme'.repeat(4)).toString('base64') },
    { SECRETS_KEY: `${good} ` },
    { SECRETS_KEY_OLD: SECRET },
    { SECRETS_KEY_OLD: good, SECRETS_KEY: good },
  ];
  for (const env of wrong) {
    const message = t.throws(() => readConfig(env), { name: 'ConfigError' })?.message ?? '';
    t.true(message.startsWith(`${Object.keys(env)[0]}=`), message);
    for (const value of Object.values(env)) t.false(value !== '' && message.includes(value), message);
  }
});

test('a mail server is told by its address and a sender', (t) => {
  const from = 'films@studio.example';
  const smtpOf = (url: string) => readConfig({ SMTP_URL: url, SMTP_FROM: from }).smtp;
  const login = { user: 'bob@b', pass: 'p:w' };
  t.deepEqual(smtpOf('smtps://bob%40b:p%3Aw@mail'), { host: 'mail', port: 465, secure: true, login, from });
  t.deepEqual(smtpOf('smtp://mail:25'), { host: 'mail', port: 25, secure: false, login: null, from });
  t.like(smtpOf('smtp://[::1]'), { host: '::1', port: 587 });
  t.is(readConfig({}).smtp, null);
});
