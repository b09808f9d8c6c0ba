/** The variables of the service, as its configuration itself tells them: by what it asks for. */
import { readConfig } from '../../../src/main/config.ts';

/** Those that have to make sense so that it asks for the others. */
export const SENSIBLE: Readonly<Record<string, string>> = {
  JWKS_URL: 'https://issuer.example/jwks',
  JWT_ISSUER: 'https://issuer.example',
  JWT_AUDIENCE: 'pi',
  EVENTSTOREDB_URL: 'esdb://log:2113',
  MONGODB_URL: 'mongodb://documents:27017',
  KAFKA_BROKERS: 'messages:9092',
  S3_ENDPOINT: 'http://objects:7070',
  S3_BUCKET: 'pi',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
};

/** Those of `infra/compose.yml` alone. */
export const composeVariables: readonly string[] = ['VERSION', 'API_ADDRESS'];

export const variablesRead = (): ReadonlySet<string> => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return SENSIBLE[String(name)];
      },
    },
  );
  readConfig(environment);
  return asked;
};
