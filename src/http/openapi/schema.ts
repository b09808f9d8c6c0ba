/** Shapes as schemas of the document: named ones by reference, and answers open to members that come later. */
import { schemaNames } from '../contract/schema-names.ts';

type Json = Readonly<Record<string, unknown>>;

export type SchemaWriter = {
  /** `answer`: a client must bear members that it does not know, so the schema does not forbid them. */
  readonly write: (shape: unknown, side: 'request' | 'answer') => Json;
  /** The named schemas that were referred to so far. */
  readonly components: () => Readonly<Record<string, Json>>;
};

export const createSchemaWriter = (): SchemaWriter => {
  const components = new Map<string, Json>();

  const write: SchemaWriter['write'] = (shape, side) => {
    const name = schemaNames.get(shape);
    if (name === undefined) return inline(shape, side);
    if (!components.has(name)) {
      components.set(name, {});
      components.set(name, inline(shape, side));
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  const inline = (shape: unknown, side: 'request' | 'answer'): Json =>
    Object.fromEntries(
      Object.entries(shape as Json).flatMap(([keyword, value]) => {
        if (keyword === 'properties') return [[keyword, writeAll(value, side)]];
        if (keyword === 'items') return [[keyword, write(value, side)]];
        if (keyword === 'anyOf') return [[keyword, (value as readonly unknown[]).map((one) => write(one, side))]];
        if (keyword !== 'additionalProperties' || typeof value !== 'boolean') {
          return [[keyword, keyword === 'additionalProperties' ? write(value, side) : value]];
        }
        return side === 'answer' ? [] : [[keyword, value]];
      }),
    );

  const writeAll = (members: unknown, side: 'request' | 'answer'): Json =>
    Object.fromEntries(Object.entries(members as Json).map(([name, shape]) => [name, write(shape, side)]));

  return Object.freeze({
    write,
    components: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  });
};
