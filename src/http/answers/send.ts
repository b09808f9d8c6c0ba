/** Puts answers and refusals on their way. */
import type { Operation } from '../contract/operation.ts';
import { statusAt } from '../contract/refusals.ts';
import { errorAnswer } from '../errors/error-answer.ts';
import { refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import type { Reply } from './reply.ts';

export const send = (context: HttpContext, reply: Reply): void => {
  const { res } = context;
  context.status = reply.status;
  if (reply.position !== '') res.setHeader('X-Log-Position', reply.position);
  for (const name in reply.headers) res.setHeader(name, reply.headers[name] as string);
  if (reply.body === null) {
    context.body = null;
    return;
  }
  res.setHeader('Content-Type', reply.contentType);
  context.body = reply.body;
};

/** Codes that look alike at an operation say the same words, whichever of them was meant. */
const inPlaceOf = (refused: Refusal, operation: Operation | undefined): Refusal => {
  const { instead = {} } = operation ?? {};
  const code = instead[refused.code] ?? refused.code;
  return Object.values(instead).includes(code) ? refusal(code) : refused;
};

const PROBLEM = 'application/problem+json';

export const refuse = (context: HttpContext, refused: Refusal): void => {
  const { operation, requestId, dispatched } = context.state;
  const authority = operation?.authority;
  const answer = errorAnswer(inPlaceOf(refused, operation), {
    requestId,
    problem: context.req.headers.accept?.includes(PROBLEM) === true,
    // Of requests that reached the application these hold no credits, and debit none.
    spentNothing: !dispatched || authority === 'Read' || authority === 'Plan' || authority === 'Mutate',
    statusOf: (given) => statusAt(operation, given),
  });
  context.state.refused = answer.body['code'] as Refusal['code'];
  context.state.flaw = refused.flaw;
  context.status = answer.status;
  for (const name in answer.headers) context.res.setHeader(name, answer.headers[name] as string);
  context.res.setHeader('Content-Type', answer.contentType);
  context.body = JSON.stringify(answer.body);
};
