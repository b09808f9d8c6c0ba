/** Every object inside a JSON value, with the pointer to it. */

type Json = Readonly<Record<string, unknown>>;

export type Place = { readonly at: string; readonly value: Json };

export const placesIn = (value: unknown, at = ''): readonly Place[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, one]) => placesIn(one, `${at}/${name.replaceAll('/', '~1')}`));
  return Array.isArray(value) ? inside : [{ at, value: value as Json }, ...inside];
};
