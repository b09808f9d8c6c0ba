/** Shapes as schemas of the document: named ones by reference, and answers open to members that come later. */
import { assert } from '../../kernel/faults.ts';
import { shapeName } from '../../kernel/shape.ts';
import { type Components, refTo } from './components.ts';

type Json = Readonly<Record<string, unknown>>;

/** `answer`: a client must bear members that it does not know, so the schema does not forbid them. */
export type Side = 'request' | 'answer';

export type SchemaWriter = {
  /**
   * A shape that is both sent and answered is one component, closed as requests are: write all requests first. An
   * object with members must have a name, and a name must mean one shape; otherwise the declaration has a bug.
   */
  readonly write: (shape: unknown, side: Side) => Json;
};

export const createSchemaWriter = (components: Components): SchemaWriter => {
  const written = new Map<string, Json>();

  const write: SchemaWriter['write'] = (shape, side) => {
    const found = shape as Json;
    const name = shapeName(found);
    if (name === undefined) {
      assert(
        !hasMembers(found),
        `an object of the document has a name: ${Object.keys(found['properties'] ?? {}).join(', ')}`,
      );
      return schemaOf(found, side);
    }
    const before = written.get(name);
    if (before !== undefined) {
      assert(isSame(before, found), `${name} names one shape`);
      return refTo('schemas', name);
    }
    written.set(name, found);
    return components.refer('schemas', name, schemaOf(found, side));
  };

  const schemaOf = (shape: Json, side: Side): Json => {
    const schema: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(shape)) {
      if (keyword === 'const') Object.assign(schema, { type: typeof value, enum: [value] });
      else if (keyword === 'properties') schema[keyword] = propertiesOf(value as Json, side);
      else if (keyword === 'items') schema[keyword] = write(value, side);
      else if (keyword === 'anyOf') schema[keyword] = (value as readonly unknown[]).map((one) => write(one, side));
      else if (keyword !== 'additionalProperties') schema[keyword] = value;
      else if (typeof value !== 'boolean') schema[keyword] = write(value, side);
      else if (side === 'request') schema[keyword] = value;
    }
    // Said in full: without it generators take an object without members for one that can have none.
    return isFree(shape) ? { ...schema, additionalProperties: true } : schema;
  };

  const propertiesOf = (members: Json, side: Side): Json =>
    Object.fromEntries(
      Object.entries(members).map(([name, shape]) => {
        const schema = write(shape, side);
        // openapi-typescript takes a member for required whose own schema has a default.
        assert(!('default' in schema), `a member with a default has a name: ${name}`);
        return [name, schema];
      }),
    );

  return Object.freeze({ write });
};

const hasMembers = ({ properties }: Json): boolean => properties !== undefined;

const isFree = ({ type, properties, additionalProperties }: Json): boolean =>
  type === 'object' && properties === undefined && additionalProperties === undefined;

/** Copies of one shape share the values of its keywords. */
const isSame = (one: Json, other: Json): boolean => {
  const keywords = Object.keys(one);
  return (
    keywords.length === Object.keys(other).length &&
    keywords.every((keyword) => Object.is(one[keyword], other[keyword]))
  );
};
