import { oneOf, object, optional } from '../../../kernel/shape.ts';
import { declare } from '../operation.ts';
import { asyncApi, openApi, productManifest } from '../shapes/product.ts';

export const getProductManifest = declare({
  operationId: 'getProductManifest',
  method: 'GET',
  path: '/api/v1/product/manifest',
  tag: 'product',
  summary: 'Maturity, availability, lifecycle and authority classes of the product',
  description: 'Needs no token. The OpenAPI document has the same as `x-product`.',
  authority: null,
  answers: { 200: productManifest },
  extension: true,
});

export const getOpenApi = declare({
  operationId: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/openapi',
  tag: 'product',
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
  operationId: 'getAsyncApi',
  method: 'GET',
  path: '/api/v1/asyncapi',
  tag: 'product',
  summary: 'The topics for analysts: AsyncAPI 3.0',
  description:
    'Needs no token. Channels, messages and headers of the topics that events are published in; it names ' +
    'no broker.',
  authority: null,
  answers: { 200: asyncApi },
  extension: true,
});
