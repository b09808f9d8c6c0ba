/** The gate of operations that need no token: body and query only. */
import type { Operation } from '../contract/operation.ts';
import { isRefusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import { createInputGate, type Input, type InputDependencies } from './input-gate.ts';

/** All requests without a token share one user's room for bodies. */
const NO_USER = '';

export const createPublicGate = (operation: Operation, deps: InputDependencies) => {
  const takeInput = createInputGate(operation, deps);
  return async (context: HttpContext): Promise<Input['query'] | Refusal> => {
    const input = await takeInput(context, NO_USER);
    return isRefusal(input) ? input : input.query;
  };
};
