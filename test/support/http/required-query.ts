/** The parameters that a query must have, with their examples. */
import type { Operation } from '../../../src/http/contract/operation.ts';
import { exampleOf } from '../../../src/http/openapi/example.ts';

type Parameters = {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
};

export const requiredQuery = ({ query }: Operation): string => {
  const { properties, required = [] } = (query ?? { properties: {} }) as unknown as Parameters;
  const given = required.map((name) => [name, String(exampleOf(properties[name] ?? {}))]);
  return given.length === 0 ? '' : `?${String(new URLSearchParams(given))}`;
};
