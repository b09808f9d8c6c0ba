/** The other end of `body-thread.ts`: judges one body for each call. */
import { lowerThread } from '../adapters/system/lower-thread.ts';
import { serveCalls, serveThread } from '../adapters/thread/serve-calls.ts';
import { isRefusal } from '../http/errors/refusal.ts';
import type { BodyOrder } from '../http/gates/input-gate.ts';
import { assert } from '../kernel/faults.ts';
import { limits } from '../kernel/limits.ts';
import { takeApart } from './body-pieces.ts';
import type { BodyAnswer } from './body-thread.ts';

// Bodies take what the API leaves, and so does the loading of the contract.
lowerThread(limits.childNiceness);
const { operations } = await import('../http/contract/operations/registry.ts');
const { createJudge } = await import('../http/gates/judge.ts');

const judges = new Map(operations.map((one) => [one.operationId, createJudge(one)]));

const judged = ({ operationId, bytes, parameters }: BodyOrder): BodyAnswer => {
  const judge = judges.get(operationId);
  assert(judge !== undefined, `${operationId} is an operation`);
  const found = judge(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), parameters);
  return isRefusal(found) ? { refused: found } : { judged: { ...takeApart(found.body), bodyHash: found.bodyHash } };
};

serveThread((port, reports) =>
  serveCalls<BodyOrder, BodyAnswer>(port, {
    carryOut: async (order) => judged(order),
    transferOf: (answer) => ('judged' in answer ? [answer.judged.pieces] : []),
    reports,
  }),
);
