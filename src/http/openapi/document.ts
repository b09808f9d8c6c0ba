/** The OpenAPI 3.1 document, derived from the declarations: it has the mounted operations, and nothing else. */
import type { Operation } from '../contract/operation.ts';
import { tags } from '../contract/tags.ts';
import { catalogue } from '../../application/calls/error-codes.ts';
import { createComponents } from './components.ts';
import { operationObject } from './operation-object.ts';
import { CONTRACT_VERSION } from './product-manifest.ts';
import { createSchemaWriter } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export type DocumentOptions = {
  readonly operations: readonly Operation[];
  /** Whether operations that the contract does not count are in it. */
  readonly extensions: boolean;
  readonly manifest: Json;
};

export const openApiDocument = (options: DocumentOptions): Json => {
  const steps = openApiSteps(options);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** The same, in steps of an operation each: all of them in one go would hold up other calls. */
export function* openApiSteps({ operations, extensions, manifest }: DocumentOptions): Generator<undefined, Json> {
  const shown = operations.filter(({ extension }) => extensions || extension !== true);
  const ids = new Set(shown.map(({ operationId }) => operationId));
  const components = createComponents();
  const writers = {
    components,
    schemas: createSchemaWriter(components),
    isShown: (operationId: string) => ids.has(operationId),
  };
  // A shape that is both sent and answered is closed, as requests are: so requests come first.
  for (const { body } of shown) if (body !== undefined) writers.schemas.write(body, 'request');
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of shown) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, writers);
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Production Intelligence API',
      version: CONTRACT_VERSION,
      summary: 'Turns creative intent into audiovisual production output, and accounts for every credit of it.',
      description: DESCRIPTION,
      contact: { name: 'The operator of this deployment' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This deployment' }],
    tags: tagsOf(shown),
    paths,
    components: {
      ...components.all(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Each operation names the scope that it needs (`x-scope`); none of them implies another.',
        },
      },
    },
    'x-product': manifest,
    'x-errors': catalogue,
  };
}

const DESCRIPTION =
  'Plan, generate, poll, review, repair: planning spends nothing, and only accepted frames are charged. A ' +
  'refusal before dispatch carries `noCreditsSpent`. Times are RFC 3339 in UTC, ids are opaque strings, ' +
  'credits are integers. Clients must ignore unknown members of answers.';

const tagsOf = (operations: readonly Operation[]): readonly Json[] => {
  const used = new Set<string>(
    operations.flatMap(({ tag, extension }) => (extension === true ? [tag, 'extension'] : [tag])),
  );
  return Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
};
