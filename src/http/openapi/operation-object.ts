/** One operation as OpenAPI has it, from its declaration. */
import { assert } from '../../kernel/faults.ts';
import { object, type Shape } from '../../kernel/shape.ts';
import { isConditional, type RequestHeader, requestHeaders } from '../contract/headers.ts';
import { pathId } from '../contract/ids.ts';
import { type Link, namesIn, type Operation } from '../contract/operation.ts';
import { scopeOf } from '../gates/authenticate.ts';
import type { Components } from './components.ts';
import { exampleOf } from './example.ts';
import { refusalResponses } from './refusals.ts';
import { successHeaders } from './response-headers.ts';
import type { SchemaWriter } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export type Writers = {
  readonly components: Components;
  readonly schemas: SchemaWriter;
  /** Whether an operation is in the document: links lead to no other. */
  readonly isShown: (operationId: string) => boolean;
};

export const operationObject = (operation: Operation, writers: Writers): Json => {
  const { operationId, summary, tag, authority, extension, flag, body } = operation;
  const { components, schemas } = writers;
  return {
    operationId,
    summary,
    description: descriptionOf(operation),
    tags: extension === true ? [tag, 'extension'] : [tag],
    ...(authority === null
      ? { security: [] }
      : { security: [{ bearer: [] }], 'x-authority': authority, 'x-scope': scopeOf(authority) }),
    ...(flag === undefined ? {} : { 'x-feature-flag': flag }),
    parameters: parametersOf(operation, components, schemas),
    ...(body === undefined ? {} : { requestBody: requestBody(operation, body, schemas) }),
    responses: { ...answers(operation, writers), ...refusalResponses(operation, components, schemas) },
  };
};

const descriptionOf = ({ description, authority }: Operation): string =>
  authority === null ? description : `${description} Needs the scope \`${scopeOf(authority)}\`.`;

const requestBody = (operation: Operation, shape: Shape<unknown>, schemas: SchemaWriter): Json => ({
  required: operation.bodyOptional !== true || operation.missing !== undefined,
  content: { 'application/json': { schema: schemas.write(shape, 'request'), example: exampleOf(shape) } },
});

const answers = (operation: Operation, writers: Writers): Json => ({
  ...Object.fromEntries(
    Object.entries(operation.answers).map(([status, shape]) => [status, answer(operation, status, shape, writers)]),
  ),
  ...(operation.stream === true ? empty(operation, '204', 'Nothing will ever follow', writers) : {}),
  ...(isConditional(operation)
    ? empty(operation, '304', 'The copy that If-None-Match names is still the present one', writers)
    : {}),
});

const empty = (operation: Operation, status: string, description: string, { components }: Writers): Json => ({
  [status]: { description, headers: successHeaders(operation, status, components) },
});

const answer = (operation: Operation, status: string, shape: Shape<unknown>, writers: Writers): Json => {
  const { components, schemas } = writers;
  const links = linksOf(operation.links?.[Number(status)] ?? {}, writers);
  const schema = schemas.write(shape, 'answer');
  return {
    description: shape['description'] ?? operation.summary,
    headers: successHeaders(operation, status, components),
    content: contentOf(operation, shape, schema),
    ...(Object.keys(links).length === 0 ? {} : { links }),
  };
};

/** As generators of clients know it. */
const BYTES: Json = { type: 'string', format: 'binary' };

/** Beside the types that are sent: some generators take bytes under this one alone. */
const ANY_BYTES = 'application/octet-stream';

const contentOf = ({ stream, bytesOf, tableAs }: Operation, shape: Shape<unknown>, schema: Json): Json => {
  if (bytesOf !== undefined)
    return Object.fromEntries([...bytesOf, ANY_BYTES].map((type) => [type, { schema: BYTES }]));
  return stream === true
    ? { 'text/event-stream': { schema: { type: 'string' }, 'x-data': schema, example: messageOf(shape) } }
    : {
        'application/json': { schema, example: exampleOf(shape) },
        ...(tableAs === undefined ? {} : { [tableAs.type]: { schema: { type: 'string' }, example: tableAs.example } }),
      };
};

const messageOf = (shape: Shape<unknown>): string =>
  `id: 0000-000000000042\nevent: job\ndata: ${JSON.stringify(exampleOf(shape))}\n\n`;

const linksOf = (links: Readonly<Record<string, Link>>, { isShown }: Writers): Json =>
  Object.fromEntries(Object.entries(links).filter(([, { operationId }]) => isShown(operationId)));

/** The parameters of an operation in its path, its query and its headers. */
const parametersOf = (operation: Operation, components: Components, schemas: SchemaWriter): readonly Json[] => [
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
