/** Examples hold to their schemas, and links lead where they say. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import test from 'ava';
import { isDateTime, isUri } from '../../../../src/schema/formats.ts';
import { operations } from '../../../../src/http/contract/operations/registry.ts';
import { openApiDocument } from '../../../../src/http/openapi/document.ts';
import { productManifest } from '../../../../src/http/openapi/product-manifest.ts';
import { openFlags } from '../../../spec/api-spec.ts';
import { placesIn } from '../../../support/http/json-places.ts';

type Json = Readonly<Record<string, unknown>>;

const documentOf = (extensions: boolean): Json =>
  openApiDocument({ operations, extensions, manifest: productManifest(openFlags) });
const document = documentOf(true);

const at = (root: unknown, pointer: string): unknown => {
  let found = root;
  for (const part of pointer.split('/').slice(1)) {
    found = (found as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
};

/** Everything that is said to be an example of the schema beside it. */
const examplesIn = (root: Json): readonly { readonly at: string; readonly schema: string; readonly value: unknown }[] =>
  placesIn(root).flatMap(({ at: place, value }) => {
    if ('schema' in value && !/\/examples?\//.test(place)) {
      const named = Object.values((value['examples'] ?? {}) as Readonly<Record<string, { readonly $ref: string }>>);
      const values = [
        ...('example' in value ? [value['example']] : []),
        ...named.map(({ $ref }) => (at(root, $ref.slice(1)) as Json)['value']),
      ];
      return values.map((one) => ({ at: place, schema: `${place}/schema`, value: one }));
    }
    const own = Array.isArray(value['examples']) ? (value['examples'] as readonly unknown[]) : [];
    return own.map((one) => ({ at: place, schema: place, value: one }));
  });

/** Their flaws, by the place, of all examples below one. */
const misfits = (root: Json, below = ''): readonly string[] => {
  const formats = { uri: isUri, 'date-time': isDateTime };
  const ajv = new Ajv2020({ strict: false, formats, code: { optimize: false } });
  ajv.addSchema(root, 'document');
  const examples = examplesIn(root).filter(({ at: place }) => place.startsWith(below));
  /** By their text: most examples are answers of one shape. */
  const checks = new Map<string, ValidateFunction>();
  return examples.flatMap(({ at: place, schema, value }) => {
    const text = JSON.stringify(at(root, schema));
    const validate = checks.get(text) ?? ajv.compile({ $ref: `document#${encodeURI(schema)}` });
    checks.set(text, validate);
    return validate(value) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
  });
};

test('the time of a grant, which must lie ahead, does so in its example', (t) => {
  const { value } =
    examplesIn(document).find(({ at: place }) => place.endsWith('CreditGrantRequest/properties/expiresAt')) ?? {};
  t.true(Date.parse(String(value)) > Date.parse('2090-01-01'));
});

test('every example holds to its schema', (t) => {
  t.true(examplesIn(document).length > 200);
  t.deepEqual(misfits(document), []);
});

test('sabotage: an example that does not hold is found', (t) => {
  const spoiled = structuredClone(document) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Json>> }>>>>;
  };
  const answer = spoiled.paths['/api/v1/credits/summary']?.['get']?.responses['200'] as {
    readonly content: Readonly<Record<string, { example: { credits: { paid: unknown } } }>>;
  };
  const { example } = answer.content['application/json'] ?? {};
  if (example !== undefined) example.credits.paid = 'many';
  const [finding, ...others] = misfits(spoiled, '/paths/~1api~1v1~1credits');
  t.deepEqual(others, []);
  t.regex(String(finding), /credits~1summary\/get.*must be integer/);
});

test('every operation shows a body and an answer, and says what it does', (t) => {
  const shown = Object.values(document['paths'] as Json).flatMap((methods) => Object.values(methods as Json));
  for (const operation of shown as readonly Json[]) {
    const { operationId, description, requestBody, responses } = operation;
    t.true(String(description).length > 40, String(operationId));
    const contents = [requestBody ?? {}, ...Object.values(responses as Json)].flatMap((one) =>
      Object.entries(((one as Json)['content'] ?? {}) as Json),
    );
    // Bytes, of pictures and of exports, have no example.
    const bytes = /^(?:image\/|application\/(?:octet-stream|x-ndjson)$)/;
    const told = contents.filter(([name]) => name !== 'application/problem+json' && !bytes.test(name));
    for (const [type, content] of told) {
      t.true('example' in (content as Json) || 'examples' in (content as Json), `${String(operationId)} ${type}`);
    }
  }
});

for (const extensions of [false, true]) {
  test(`links lead to operations that are there, with values that the answer has, extensions ${extensions}`, (t) => {
    const root = documentOf(extensions);
    const all = new Map(
      Object.values(root['paths'] as Json)
        .flatMap((methods) => Object.values(methods as Json))
        .map((one) => [String((one as Json)['operationId']), one as Json]),
    );
    const links = [...all.values()].flatMap((from) =>
      Object.values(from['responses'] as Readonly<Record<string, Json>>).flatMap((answer) =>
        Object.values((answer['links'] ?? {}) as Readonly<Record<string, Json>>).map((link) => ({
          from,
          answer,
          link,
        })),
      ),
    );
    t.true(links.length >= 10);
    for (const { from, answer, link } of links) {
      const name = `${String(from['operationId'])} to ${String(link['operationId'])}`;
      const to = all.get(String(link['operationId'])) ?? {};
      t.true('operationId' in to, name);
      const taken = ((to['parameters'] ?? []) as readonly Json[]).map((one) =>
        '$ref' in one ? at(root, String(one['$ref']).slice(1)) : one,
      ) as readonly Json[];
      const given = Object.keys(link['parameters'] ?? {});
      const names = taken.map((one) => one['name']);
      const unknown = given.filter((one) => !names.includes(one));
      t.deepEqual(unknown, [], `${name} gives what that operation does not take`);
      const inPath = taken.filter((one) => one['in'] === 'path').map((one) => String(one['name']));
      const missing = inPath.filter((one) => !given.includes(one));
      t.deepEqual(missing, [], `${name} lacks ids of the path of that operation`);
      const example = at(answer, '/content/application~1json/example');
      const values = [link['parameters'] ?? {}, link['requestBody'] ?? {}].flatMap((one) => Object.values(one as Json));
      for (const value of values.map(String)) {
        const [, place, rest = ''] = /^\$(response\.body#|request\.path\.)(.+)$/.exec(value) ?? [];
        const found = place === 'response.body#' ? at(example, rest) : JSON.stringify(from).includes(`/${rest}"`);
        t.truthy(found, `${name}: ${value}`);
      }
    }
  });
}

test('an answer of work that was begun or of a thing that was made links to the calls that follow', (t) => {
  for (const { operationId, answers, links = {} } of operations) {
    for (const status of [201, 202].filter((one) => one in answers)) {
      t.true(Object.keys(links[status] ?? {}).length > 0, `${operationId} ${status}`);
    }
  }
});
