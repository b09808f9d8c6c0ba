/** The master key that seals secrets of users, where it is given. */
import { MASTER_KEY_BYTES } from '../adapters/system/create-secrets.ts';
import { ConfigError, type Environment, text } from './config-values.ts';

/** `key`: null for the key file in the data folder. `earlier`: one before it, which still opens; null for none. */
export const secretsOf = (env: Environment) => {
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
