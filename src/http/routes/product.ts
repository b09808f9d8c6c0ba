/** The documents that need no token; they change only with a deployment, so they are written once. */
import { contentHash } from '../../kernel/canonical-json.ts';
import type { Reply } from '../answers/reply.ts';
import { asyncApiDocument } from '../asyncapi/document.ts';
import type { Operation, Flags } from '../contract/operation.ts';
import * as declared from '../contract/operations/product.ts';
import { openApiDocument } from '../openapi/document.ts';
import { productManifest } from '../openapi/product-manifest.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { readReply } from './route.ts';

export type PublicRoute = {
  readonly operation: Operation;
  readonly answer: (query: Readonly<Record<string, unknown>>, context: HttpContext) => Reply;
};

export const productRoutes = (
  operations: readonly Operation[],
  flags: Flags,
  topicPrefix: string,
): readonly PublicRoute[] => {
  const manifest = productManifest(flags);
  const written = (document: unknown) => ({
    bytes: Buffer.from(JSON.stringify(document)),
    tag: `"${contentHash(document).slice(0, 16)}"`,
  });
  const product = written(manifest);
  const contract = written(openApiDocument({ operations, extensions: false, manifest }));
  const everything = written(openApiDocument({ operations, extensions: true, manifest }));
  const topics = written(asyncApiDocument(topicPrefix));
  return [
    { operation: declared.getAsyncApi as Operation, answer: (_, context) => readReply(context, topics, '') },
    { operation: declared.getProductManifest as Operation, answer: (_, context) => readReply(context, product, '') },
    {
      operation: declared.getOpenApi as Operation,
      answer: ({ include }, context) => readReply(context, include === 'extensions' ? everything : contract, ''),
    },
  ];
};
