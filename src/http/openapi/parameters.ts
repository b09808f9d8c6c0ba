/** The parameters of an operation in its path, its query and its headers. */
import { assert } from '../../kernel/faults.ts';
import { object } from '../../kernel/shape.ts';
import { type RequestHeader, requestHeaders } from '../contract/headers.ts';
import { pathId } from '../contract/ids.ts';
import { namesIn, type Operation } from '../contract/operation.ts';
import type { Components } from './components.ts';
import type { SchemaWriter } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export const parametersOf = (operation: Operation, components: Components, schemas: SchemaWriter): readonly Json[] => [
  ...namesIn(operation.path).map((name) => components.refer('parameters', ...pathParameter(operation, name))),
  ...queryParameters(operation, schemas),
  ...Object.entries(requestHeaders)
    .filter(([, { takenBy }]) => takenBy(operation))
    .map(([name, header]) => components.refer('parameters', name, headerParameter(header))),
];

const pathParameter = ({ operationId, pathIds }: Operation, name: string): [component: string, parameter: Json] => {
  const own = pathIds?.[name];
  const id = own ?? pathId(name);
  assert(id !== undefined, `${name} in a path is an id that contract/ids.ts knows`);
  const parameter = {
    name,
    in: 'path',
    required: true,
    description: `Of any other form: ${id.unknown}`,
    schema: { type: 'string', pattern: id.pattern.source, examples: [id.example] },
  };
  // Components are known by their names, and this one differs from the others of its name.
  return [own === undefined ? name : `${operationId}_${name}`, parameter];
};

const queryParameters = ({ query }: Operation, schemas: SchemaWriter): readonly Json[] => {
  const { properties, required } = (query ?? object({})) as unknown as {
    readonly properties: Readonly<Record<string, Json>>;
    readonly required: readonly string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(shape['description'] === undefined ? {} : { description: shape['description'] }),
    schema: schemas.write(shape, 'request'),
  }));
};

const headerParameter = ({ name, description, shape, required }: RequestHeader): Json => ({
  name,
  in: 'header',
  required: required === true,
  description,
  schema: shape,
});
