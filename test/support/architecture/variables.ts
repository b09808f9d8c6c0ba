/** The variables of the service, as its configuration itself tells them: by what it asks for. */
import { readConfig } from '../../../src/main/config.ts';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

const providerOf = (letter: string): Readonly<Record<string, string>> => ({
  [`PROVIDER_${letter}_URL`]: 'https://gateway.example/v1',
  [`PROVIDER_${letter}_KEY`]: 'a',
  [`PROVIDER_${letter}_PRICES`]: '{"image": 4}',
});

/** Those that have to make sense so that it asks for the others. */
export const SENSIBLE: Readonly<Record<string, string>> = {
  JWKS_URL: 'https://issuer.example/jwks',
  JWT_ISSUER: 'https://issuer.example',
  JWT_AUDIENCE: 'pi',
  EVENTSTOREDB_URL: 'esdb://log:2113',
  MONGODB_URL: 'mongodb://documents:27017',
  KAFKA_BROKERS: 'messages:9092',
  S3_ENDPOINT: 'http://objects:7070',
  S3_BUCKET: 'films',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
  ...Object.fromEntries(LETTERS.flatMap((letter) => Object.entries(providerOf(letter)))),
};

/** A page names those of all four providers once, with an X for the letter. */
export const ofAnyProvider = (name: string): string => name.replace(/^PROVIDER_[A-D]_/, 'PROVIDER_X_');

/** The other way. */
export const ofEachProvider = (names: Iterable<string>): readonly string[] =>
  [...names].flatMap((name) =>
    name.startsWith('PROVIDER_X_') ? LETTERS.map((letter) => name.replace('_X_', `_${letter}_`)) : [name],
  );

/** Those of `infra/compose.yml` alone. */
export const composeVariables: readonly string[] = ['VERSION', 'API_ADDRESS'];

export const variablesRead = (): ReadonlySet<string> => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        asked.add(ofAnyProvider(String(name)));
        return SENSIBLE[String(name)];
      },
    },
  );
  readConfig(environment);
  return asked;
};
