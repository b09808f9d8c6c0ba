/** The document has nothing that public generators of clients stumble over. */
import test from 'ava';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import { refusalsOf } from '../../../../src/http/contract/refusals.ts';
import { openApiDocument } from '../../../../src/http/openapi/document.ts';
import { placesIn } from '../../../support/http/json-places.ts';

type Json = Readonly<Record<string, unknown>>;

const document = openApiDocument({ operations, extensions: true, manifest: {} }) as {
  readonly paths: Json;
  readonly components: Readonly<Record<'schemas' | 'parameters', Readonly<Record<string, Json>>>>;
};
const { schemas } = document.components;

/** Schemas below the paths and components; what examples hold is none. */
const schemaPlaces = placesIn({ paths: document.paths, schemas }).filter(
  ({ at }) => !/\/(?:examples?|value)\//.test(at),
);

const isSchema = (value: Json): boolean =>
  ['const', '$ref', 'anyOf', 'allOf'].some((keyword) => keyword in value) || typeof value['type'] === 'string';

const offending = (wrong: (schema: Json, at: string) => boolean): readonly string[] =>
  schemaPlaces.flatMap(({ at, value }) => (isSchema(value) && wrong(value, at) ? [at] : []));

test('a fixed value is an enum of one: from `const` some make code that does not compile', (t) => {
  t.deepEqual(
    offending((schema) => 'const' in schema),
    [],
  );
});

test('no branch of an allOf says anew what another one says: some cannot merge the two', (t) => {
  // Only the code of a refusal is said again, more narrowly; that much all of them can.
  t.deepEqual(
    offending(({ allOf }, at) => allOf !== undefined && !/^\/schemas\/\w+Error$/.test(at)),
    [],
  );
});

test('an object says what it has, or that it may have anything: else some take it for one without members', (t) => {
  t.deepEqual(
    offending(
      ({ type, properties, additionalProperties }) =>
        type === 'object' &&
        (properties === undefined || Object.keys(properties as Json).length === 0) &&
        (additionalProperties ?? false) === false,
    ),
    [],
  );
});

test('no member has a default of its own: some take it for one that must be sent', (t) => {
  t.deepEqual(
    offending((schema, at) => 'default' in schema && /\/properties\/[^/]+$/.test(at)),
    [],
  );
  const { properties = {} } = schemas['StoryboardPhotoBatchRequest'] ?? {};
  t.deepEqual((properties as Json)['continuityMode'], { $ref: '#/components/schemas/ContinuityMode' });
  t.is(schemas['ContinuityMode']?.['default'], 'chain', 'that it is there can still be read');
});

test('patterns are plain: no looking around, no properties of characters, no flag to know', (t) => {
  const patterns = placesIn(document).flatMap(({ value: { pattern } }) => (typeof pattern === 'string' ? pattern : []));
  t.true(new Set(patterns).size >= 8);
  for (const pattern of patterns) {
    t.notRegex(pattern, /\(\?|\\[^StnrDdWws.]/, pattern);
    t.notThrows(() => new RegExp(pattern), pattern);
    t.notThrows(() => new RegExp(pattern, 'u'), pattern);
  }
});

test('each header that a request may carry has its form', (t) => {
  const forms = Object.fromEntries(
    Object.values(document.components.parameters).map(({ name, schema }) => [name, (schema as Json)['pattern']]),
  ) as Readonly<Record<string, string | undefined>>;
  for (const [name, good, bad] of [
    ['Idempotency-Key', 'letter-1', 'a,b'],
    ['X-Workspace-Id', 'ws_4e1xq0v6d8mz2r9t7b5c3n1hja', 'ws_1'],
    ['If-Position-At-Least', '0000-000000000042', 'now'],
    ['Last-Event-ID', '0000-000000000042', 'x'],
  ] as const) {
    t.regex(good, new RegExp(forms[name] ?? '^$'), name);
    t.notRegex(bad, new RegExp(forms[name] ?? ''), name);
  }
});

test('every object with members has a name', (t) => {
  const named = /^\/schemas\/\w+(?:\/allOf\/1)?$/;
  t.deepEqual(
    offending(({ properties }, at) => properties !== undefined && !named.test(at)),
    [],
  );
});

const isBytes = ({ format }: Json): boolean => format === 'binary';

test('bodies and answers of success are references', (t) => {
  const inline = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Json).flatMap((operation) => {
      const { operationId, requestBody, responses } = operation as {
        readonly operationId: string;
        readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
        readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Json }>> }>>;
      };
      const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content = {} }) => content)];
      return contents.flatMap((content) =>
        Object.entries(content).flatMap(([type, { schema }]) =>
          '$ref' in schema || isBytes(schema) || !type.startsWith('application/') || 'anyOf' in schema
            ? []
            : [`${operationId} ${type}`],
        ),
      );
    }),
  );
  t.deepEqual(inline, []);
});

test('the code of a refusal is one of those that the operation can answer', (t) => {
  for (const operation of operations) {
    const name = `${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}ErrorCode`;
    t.deepEqual(schemas[name]?.['enum'], [...refusalsOf(operation)].toSorted(), name);
  }
});
