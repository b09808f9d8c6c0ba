/** Freezes a value and all that it holds. So code that should be pure fails where it is not. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) freezeMap(value);
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
};

/** `Object.freeze` does not reach the inside of a map. */
const freezeMap = (map: Map<unknown, unknown>): void => {
  for (const member of map.values()) deepFreeze(member);
  const value = (): never => {
    throw new TypeError('a frozen map was changed');
  };
  for (const name of ['set', 'delete', 'clear']) Object.defineProperty(map, name, { value, enumerable: false });
};
