/** JSON of others, which may be none. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Arrays are none. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined, which JSON cannot say, for any other text. The error of the parser would quote it. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Undefined for any other text. */
export const objectIn = (text: string): JsonObject | undefined => {
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
};
