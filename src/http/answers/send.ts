/** Puts answers and refusals on their way. */
import type { HttpContext } from '../exchange.ts';
import { errorAnswer } from '../errors/error-body.ts';
import type { Refusal } from '../errors/refusal.ts';
import { statusAt } from '../contract/refusals.ts';
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

const PROBLEM = 'application/problem+json';

export const refuse = (context: HttpContext, refused: Refusal): void => {
  const { operation, requestId, dispatched } = context.state;
  const authority = operation?.authority;
  const code = operation?.instead?.[refused.code];
  const answer = errorAnswer(code === undefined ? refused : { ...refused, code }, {
    requestId,
    problem: context.req.headers.accept?.includes(PROBLEM) === true,
    // Of what has reached the application only these cannot have touched the ledger.
    spentNothing: !dispatched || authority === 'Read' || authority === 'Plan',
    statusOf: (given) => statusAt(operation, given),
  });
  context.state.refused = answer.body['code'] as Refusal['code'];
  context.status = answer.status;
  for (const name in answer.headers) context.res.setHeader(name, answer.headers[name] as string);
  context.res.setHeader('Content-Type', answer.contentType);
  context.body = JSON.stringify(answer.body);
};
