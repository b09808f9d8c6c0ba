/** The other end of `body-thread.ts`: judges one body for each message. */
import { parentPort } from 'node:worker_threads';
import { operations } from '../contract/operations/registry.ts';
import { isRefusal } from '../errors/refusal.ts';
import type { BodyAnswer, BodyOrder } from './body-messages.ts';
import { takeApart } from './body-pieces.ts';
import { createJudge, type JudgeBody } from './judge.ts';

const judges = new Map<string, JudgeBody>(operations.map((one) => [one.operationId, createJudge(one)]));

const answerTo = ({ id, operationId, bytes, parameters }: BodyOrder): BodyAnswer => {
  const judge = judges.get(operationId);
  if (judge === undefined) return { id, failed: `${operationId} is no operation` };
  try {
    const judged = judge(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), parameters);
    if (!isRefusal(judged)) return { id, judged: { ...takeApart(judged.body), bodyHash: judged.bodyHash } };
    const { code, message, detail, headers } = judged;
    return {
      id,
      refused: {
        code,
        ...(message === undefined ? {} : { message }),
        ...(detail === undefined ? {} : { detail }),
        ...(headers === undefined ? {} : { headers }),
      },
    };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (order: BodyOrder) => {
  const answer = answerTo(order);
  parentPort?.postMessage(answer, 'judged' in answer ? [answer.judged.pieces] : []);
});
