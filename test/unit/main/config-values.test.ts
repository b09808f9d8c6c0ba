import test from 'ava';
import { readConfig } from '../../../src/main/config.ts';

const SECRET = 'CANARY5pXq7Zr2Vt9Ws4Yu';

test('what is said of a value that makes no sense repeats no password', (t) => {
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { KAFKA_BROKERS: `bob:${SECRET}@kafka:9092` },
    { KAFKA_BROKERS: `kafka://bob:${SECRET}@kafka:9092` },
    { PUBLIC_URL: `https://bob:${SECRET}@studio.example/films` },
    { JWKS_URL: `ftp://bob:${SECRET}@keys.example` },
    { MONGODB_URL: `mongo://bob:${SECRET}@mongodb` },
    { EVENTSTOREDB_URL: `http://bob:${SECRET}@eventstoredb` },
    { S3_ENDPOINT: `s3://bob:${SECRET}@objects` },
  ];
  for (const env of wrong) {
    const { message = '' } = t.throws(() => readConfig(env), { name: 'ConfigError' }) ?? {};
    t.true(message.startsWith(Object.keys(env)[0] ?? ''), message);
    t.false(message.includes(SECRET), message);
  }
  t.regex(t.throws(() => readConfig({ KAFKA_BROKERS: 'kafka' }))?.message ?? '', /"kafka"/);
});
