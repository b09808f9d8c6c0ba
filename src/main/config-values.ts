/** Reads single variables of the environment, with an error for one that makes no sense. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Says the value, unless it looks like an address with a password in it. */
export class ConfigError extends Error {
  constructor(name: string, value: string, allowed: string) {
    super(`${name}=${JSON.stringify(value.includes('@') ? '…' : value)} makes no sense: ${allowed}`);
    this.name = 'ConfigError';
  }
}

/** Undefined where it is not set. Set to nothing makes no sense: a misspelt name expands to that. */
export const text = (env: Environment, name: string): string | undefined => {
  const value = env[name];
  if (value === '') throw new ConfigError(name, value, 'a value, or not set at all');
  return value;
};

/** NaN for other spellings that `Number` takes, such as 0x10, 1e3 or a blank: few mean what they say. */
export const digitsIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

export const integer = (env: Environment, name: string, fallback: number, minimum: number, maximum: number): number => {
  const given = env[name];
  if (given === undefined) return fallback;
  const value = digitsIn(given);
  if (value >= minimum && value <= maximum) return value;
  throw new ConfigError(name, given, `a whole number in digits from ${minimum} to ${maximum}`);
};

/** One of these words. */
export const choice = <const V extends string>(env: Environment, name: string, words: readonly V[], fallback: V): V => {
  const given = text(env, name) ?? fallback;
  const found = words.find((word) => word === given);
  if (found === undefined) throw new ConfigError(name, given, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
  return found;
};

/** Texts by commas, each of which must hold; undefined where it is not set. */
export const list = (
  env: Environment,
  name: string,
  holds: (one: string) => boolean,
  known: string,
): readonly string[] | undefined => {
  const given = text(env, name);
  const all = given?.split(',').map((one) => one.trim());
  if (given !== undefined && all?.every(holds) !== true) throw new ConfigError(name, given, known);
  return all;
};

export const boolean = (env: Environment, name: string, fallback: boolean): boolean => {
  const given = env[name];
  if (given === undefined) return fallback;
  if (given === 'true' || given === '1') return true;
  if (given === 'false' || given === '0') return false;
  throw new ConfigError(name, given, 'true or false');
};

/** A variable that another one needs beside it. */
export const required = (env: Environment, name: string, beside: string): string => {
  const value = env[name];
  if (value === undefined || value === '') throw new ConfigError(name, value ?? '', `required beside ${beside}`);
  return value;
};

/** Variables that say how something is used whose address is not there: one of the names is misspelt, or missing. */
export const nothingWithout = (env: Environment, address: string, names: readonly string[]): null => {
  const set = names.find((name) => env[name] !== undefined);
  if (set !== undefined) throw new ConfigError(set, '…', `it says nothing without ${address}, which is not set`);
  return null;
};

/** An address whose scheme is one of those given. An error never repeats another one: it may hold a password. */
export const address = (env: Environment, name: string, schemes: readonly string[]): string | null => {
  const given = env[name];
  if (given === undefined) return null;
  if (schemes.some((scheme) => given.startsWith(`${scheme}://`))) return given;
  throw new ConfigError(name, '…', `an address that begins with ${schemes.map((one) => `${one}://`).join(' or ')}`);
};
