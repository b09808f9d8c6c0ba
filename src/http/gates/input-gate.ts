/** The input gate: the key that a call needs, then its body, read and judged, then its query. */
import { limits } from '../../kernel/limits.ts';
import type { Operation, Parameters } from '../contract/operation.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { hasBody, type ReadBody } from '../transport/read-body.ts';
import { createQueryCheck } from './check-query.ts';
import { createJudge, type Judged } from './judge.ts';

export type Input = Judged & { readonly query: Readonly<Record<string, unknown>> };

export type BodyOrder = {
  readonly operationId: string;
  readonly bytes: Uint8Array;
  /** Null for no hash. */
  readonly parameters: Parameters | null;
};

/** Judges large bodies (`judge.ts`) with the same result, and holds up no answer. */
export type BodyThread = {
  /** Takes the bytes over. Fault `unavailable` when the thread ends over this body. */
  readonly judge: (order: BodyOrder, userKey: string) => Promise<Judged | Refusal>;
  /** Bodies under way fail with fault `unavailable`. */
  readonly close: () => Promise<void>;
};

export type InputDependencies = { readonly readBody: ReadBody; readonly bodyThread: Pick<BodyThread, 'judge'> };

/** `userKey`: to whose share of all bodies this one counts. */
export type TakeInput = (context: HttpContext, userKey: string) => Promise<Input | Refusal>;

export const createInputGate = (operation: Operation, { readBody, bodyThread }: InputDependencies): TakeInput => {
  const { operationId, idempotency, authority } = operation;
  const bytesMax = authority === null ? limits.bodyBytesPublicMax : (operation.bodyBytesMax ?? limits.bodyBytesMax);
  const judge = createJudge(operation);
  const checkQuery = createQueryCheck(operation.query, operation.missing);

  const judgeSent = async (
    bytes: Buffer | undefined,
    parameters: Parameters | null,
    userKey: string,
  ): Promise<Judged | Refusal> =>
    bytes === undefined || bytes.length <= limits.bodyInlineBytesMax
      ? judge(bytes, parameters)
      : bodyThread.judge({ operationId, bytes, parameters }, userKey);

  return async (context, userKey) => {
    const keyed = context.req.headers['idempotency-key'] !== undefined;
    if (idempotency === 'required' && !keyed) return refusal('idempotency_key_required');
    const parameters = keyed && idempotency !== 'none' ? context.state.parameters : null;
    // The hot path: nothing came, and nothing is waited for.
    const judged = hasBody(context.req)
      ? await readBody(context, { bytesMax, userKey }, async (bytes) => judgeSent(bytes, parameters, userKey))
      : judge(undefined, parameters);
    if (isRefusal(judged)) return judged;
    const query = checkQuery(context.querystring);
    return isRefusal(query) ? query : { ...judged, query };
  };
};
