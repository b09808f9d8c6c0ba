/** The OpenAPI 3.1 document, derived from the declarations: what is mounted is in it, and nothing else. */
import type { Operation } from '../contract/operation.ts';
import { catalogue } from '../errors/catalogue.ts';
import { operationObject } from './operation-object.ts';
import { CONTRACT_VERSION } from './product-manifest.ts';
import { headerComponents } from './response-headers.ts';
import { createSchemaWriter } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export type DocumentOptions = {
  readonly operations: readonly Operation[];
  /** Whether operations that the contract does not count are in it (contract, section 2). */
  readonly extensions: boolean;
  readonly manifest: Json;
};

export const openApiDocument = ({ operations, extensions, manifest }: DocumentOptions): Json => {
  const schemas = createSchemaWriter();
  const paths: Record<string, Record<string, Json>> = {};
  const shown = operations.filter(({ extension }) => extensions || extension !== true);
  for (const { body } of shown) if (body !== undefined) schemas.write(body, 'request');
  for (const operation of shown) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Production Intelligence API',
      version: CONTRACT_VERSION,
      description: 'Turns creative intent into audiovisual production output, and accounts for every credit of it.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components(),
      headers: headerComponents,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    'x-product': manifest,
    'x-errors': catalogue,
  };
};
