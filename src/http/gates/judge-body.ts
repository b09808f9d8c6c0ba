/** Turns the bytes of a body into the value that an operation takes, and the hash that its key remembers. */
import type { Operation, Parameters } from '../contract/operation.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import { type JsonObject, parseJsonObject } from '../transport/parse-json.ts';
import { createBodyCheck } from './check-body.ts';
import { bodyHashOf } from './same-body.ts';

export type Judged = {
  readonly body: JsonObject;
  /** Null when it was not asked for. */
  readonly bodyHash: string | null;
};

/**
 * Undefined: there is no body. `parameters`: those of the path, which are part of the request's hash; null for no hash.
 * Walks the whole body: see `body-thread.ts` for large ones.
 */
export type JudgeBody = (bytes: Buffer | undefined, parameters: Parameters | null) => Judged | Refusal;

export const createJudge = (operation: Operation): JudgeBody => {
  const check = createBodyCheck(operation);
  return (bytes, parameters) => {
    const sent = bytes === undefined ? undefined : parseJsonObject(bytes);
    if (isRefusal(sent)) return sent;
    const body = check(sent);
    if (isRefusal(body)) return body;
    const bodyHash = parameters === null ? null : bodyHashOf(operation, parameters, body);
    return { body, bodyHash };
  };
};
