/** The product's manifest, and the documents. */
import {
  array,
  boolean,
  integer,
  named,
  namedObject,
  object,
  oneOf,
  open,
  optional,
  record,
} from '../../../kernel/shape.ts';
import { declaring } from '../operation.ts';
import { flags, text } from '../shapes/common.ts';

const declare = declaring('product');

const states = (example: string) => array(text(example));

const productManifest = namedObject('ProductManifest', {
  contractVersion: text('1.0.0'),
  schemaVersion: text('2026-07-30'),
  maturity: text('foundation'),
  availability: text('internal'),
  productComplete: boolean(),
  operationCount: integer({ minimum: 0, examples: [34] }),
  lifecycle: namedObject(
    'Lifecycles',
    { job: states('queued'), requirement: states('pending'), photoSequence: states('planned') },
    { description: 'the states that things go through' },
  ),
  authorityClasses: record(namedObject('AuthorityClass', { scope: text('read'), effect: text('reads') }), {
    description: 'by the name of the class',
    examples: [{ Read: { scope: 'read', effect: 'reads' } }],
  }),
  maturityDefinitions: record(text('Works as documented.'), { examples: [{ foundation: 'It holds.' }] }),
  resources: array(text('Project')),
  flags,
});

const openApi = named('OpenApiDocument', open({ description: 'OpenAPI 3.1', examples: [{ openapi: '3.1.0' }] }));
const asyncApi = named('AsyncApiDocument', open({ description: 'AsyncAPI 3.0', examples: [{ asyncapi: '3.0.0' }] }));

export const getProductManifest = declare({
  method: 'GET',
  path: '/api/v1/product/manifest',
  summary: 'Maturity, availability, lifecycle and authority classes of the product',
  description: 'Needs no token. The OpenAPI document has the same as `x-product`.',
  authority: null,
  answers: { 200: productManifest },
  extension: true,
});

export const getOpenApi = declare({
  method: 'GET',
  path: '/api/v1/openapi',
  summary: 'The machine-readable contract; with include=extensions also the operations beyond it',
  description: 'Needs no token. Without `include` it holds the operations that the contract counts.',
  authority: null,
  query: object({
    include: optional(oneOf(['extensions'], { description: 'also the operations beyond the contract' })),
  }),
  answers: { 200: openApi },
  extension: true,
});

export const getAsyncApi = declare({
  method: 'GET',
  path: '/api/v1/asyncapi',
  summary: 'The topics for analysts: AsyncAPI 3.0',
  description:
    'Needs no token. Channels, messages and headers of the topics that events are published in; it names ' +
    'no broker.',
  authority: null,
  answers: { 200: asyncApi },
  extension: true,
});
