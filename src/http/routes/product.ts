/** The documents that need no token. They change only with a deployment: the first caller of one has it written. */
import { sha256 } from '../../kernel/canonical-json.ts';
import { once } from '../../kernel/once.ts';
import type { Timers } from '../../ports/basics.ts';
import type { PublicKey } from '../../ports/signer.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import { asyncApiDocument } from '../asyncapi/document.ts';
import type { Flags, Operation } from '../contract/operation.ts';
import { declared } from '../contract/operations/registry.ts';
import { isRefusal } from '../errors/refusal.ts';
import { createInputGate, type Input, type InputDependencies } from '../gates/input-gate.ts';
import { openApiSteps } from '../openapi/document.ts';
import { productManifest } from '../openapi/product-manifest.ts';
import { readReply } from './route.ts';
import { type Endpoint, endpointOf } from './router.ts';

type ProductParts = InputDependencies & {
  readonly flags: Flags;
  /** Of the names of topics; none unless stated. */
  readonly topicPrefix?: string;
  readonly timers: Pick<Timers, 'nextTurn'>;
  readonly keys: readonly PublicKey[];
};

/** All requests without a token share one user's room for bodies. */
const NO_USER = '';

export const productEndpoints = (operations: readonly Operation[], deps: ProductParts): readonly Endpoint[] => {
  const { flags, topicPrefix = '', timers, keys } = deps;
  const written = (stepsOf: () => Iterator<undefined, unknown>): (() => Promise<PresentedRead>) =>
    once(async () => {
      const steps = stepsOf();
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) await timers.nextTurn();
      const bytes = Buffer.from(JSON.stringify(step.value));
      return { bytes, tag: `"${sha256(bytes).slice(0, 16)}"` };
    });
  const endpoint = (declaration: unknown, read: (query: Input['query']) => Promise<PresentedRead>): Endpoint => {
    const operation = declaration as Operation;
    const takeInput = createInputGate(operation, deps);
    return endpointOf(operation, async (context) => {
      const input = await takeInput(context, NO_USER);
      return isRefusal(input) ? input : readReply(context, await read(input.query));
    });
  };
  const manifest = productManifest(flags);
  const contract = written(() => openApiSteps({ operations, extensions: false, manifest }));
  const everything = written(() => openApiSteps({ operations, extensions: true, manifest }));
  return [
    endpoint(
      declared.getAsyncApi,
      written(() => whole(asyncApiDocument(topicPrefix))),
    ),
    endpoint(
      declared.getProductManifest,
      written(() => whole(manifest)),
    ),
    endpoint(
      declared.getKeySet,
      written(() => whole({ keys })),
    ),
    endpoint(declared.getOpenApi, async ({ include }) => (include === 'extensions' ? everything() : contract())),
  ];
};

/** A small document, in one step. */
function* whole(document: unknown): Generator<undefined, unknown> {
  yield;
  return document;
}
