/** How single variables of the environment are read, and what is said of one that makes no sense. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Says the value, unless it looks like an address with a password in it. */
export class ConfigError extends Error {
  constructor(name: string, value: string, allowed: string) {
    super(`${name}=${JSON.stringify(value.includes('@') ? '…' : value)} makes no sense: ${allowed}`);
    this.name = 'ConfigError';
  }
}

export const integer = (env: Environment, name: string, fallback: number, minimum: number, maximum: number): number => {
  const text = env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new ConfigError(name, text, `a whole number from ${minimum} to ${maximum}`);
};

export const boolean = (env: Environment, name: string, fallback: boolean): boolean => {
  const text = env[name];
  if (text === undefined) return fallback;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new ConfigError(name, text, 'true or false');
};

/** A variable that another one needs beside it. */
export const required = (env: Environment, name: string, beside: string): string => {
  const value = env[name];
  if (value === undefined || value === '') throw new ConfigError(name, value ?? '', `required beside ${beside}`);
  return value;
};

/** An address whose scheme is one of those given. What is said of another never repeats it: it may hold a password. */
export const address = (env: Environment, name: string, schemes: readonly string[]): string | null => {
  const text = env[name];
  if (text === undefined) return null;
  if (schemes.some((scheme) => text.startsWith(`${scheme}://`))) return text;
  throw new ConfigError(name, '…', `an address that begins with ${schemes.map((one) => `${one}://`).join(' or ')}`);
};
