/** The documents that need no token. They change only with a deployment: the first caller of one has it written. */
import { sha256 } from '../../kernel/canonical-json.ts';
import type { Timers } from '../../ports/basics.ts';
import type { PublicKey } from '../../ports/signer.ts';
import type { PresentedRead } from '../answers/read-presenter.ts';
import type { Reply } from '../answers/reply.ts';
import { asyncApiDocument } from '../asyncapi/document.ts';
import type { Flags, Operation } from '../contract/operation.ts';
import { getKeySet } from '../contract/operations/ledger.ts';
import * as declared from '../contract/operations/product.ts';
import { openApiSteps } from '../openapi/document.ts';
import { productManifest } from '../openapi/product-manifest.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { readReply } from './route.ts';

/** Its gate checks the query. */
export type AnsweringRoute = {
  readonly operation: Operation;
  readonly answer: (query: Readonly<Record<string, unknown>>, context: HttpContext) => Promise<Reply>;
};

/** It passes no gate, and answers by itself. */
export type HandlingRoute = {
  readonly operation: Operation;
  readonly handle: (context: HttpContext) => Promise<void>;
};

export type PublicRoute = AnsweringRoute | HandlingRoute;

type ProductParts = {
  readonly flags: Flags;
  /** Of the names of topics; none unless stated. */
  readonly topicPrefix?: string;
  readonly timers: Pick<Timers, 'nextTurn'>;
  readonly keys: readonly PublicKey[];
};

export const productRoutes = (
  operations: readonly Operation[],
  { flags, topicPrefix = '', timers, keys }: ProductParts,
): readonly AnsweringRoute[] => {
  const write = async (steps: Iterator<undefined, unknown>): Promise<PresentedRead> => {
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await timers.nextTurn();
    const bytes = Buffer.from(JSON.stringify(step.value));
    return { bytes, tag: `"${sha256(bytes).slice(0, 16)}"` };
  };
  const once = (steps: () => Iterator<undefined, unknown>): (() => Promise<PresentedRead>) => {
    let written: Promise<PresentedRead> | undefined;
    return async () =>
      (written ??= write(steps()).catch((error: unknown) => {
        // The next caller has it written again.
        written = undefined;
        throw error;
      }));
  };
  const fixed = (operation: unknown, document: () => unknown): AnsweringRoute => {
    const written = once(() => whole(document()));
    return { operation: operation as Operation, answer: async (_, context) => readReply(context, await written(), '') };
  };
  const manifest = productManifest(flags);
  const contract = once(() => openApiSteps({ operations, extensions: false, manifest }));
  const everything = once(() => openApiSteps({ operations, extensions: true, manifest }));
  return [
    fixed(declared.getAsyncApi, () => asyncApiDocument(topicPrefix)),
    fixed(declared.getProductManifest, () => manifest),
    fixed(getKeySet, () => ({ keys })),
    {
      operation: declared.getOpenApi as Operation,
      answer: async ({ include }, context) =>
        readReply(context, await (include === 'extensions' ? everything() : contract()), ''),
    },
  ];
};

/** A small document, in one step. */
function* whole(document: unknown): Generator<undefined, unknown> {
  yield;
  return document;
}
