/** Puts answers and refusals on their way. */
import type { Operation } from '../contract/operation.ts';
import { statusAt } from '../contract/refusals.ts';
import { errorAnswer } from '../errors/error-answer.ts';
import { isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import type { HttpContext } from '../transport/exchange.ts';
import type { Reply } from './reply.ts';

export const send = (context: HttpContext, outcome: Reply | Refusal): void =>
  isRefusal(outcome) ? refuse(context, outcome) : answer(context, outcome);

const answer = (context: HttpContext, { status, body, contentType, headers = {} }: Reply): void => {
  const { res } = context;
  context.status = status;
  for (const name in headers) res.setHeader(name, headers[name] as string);
  if (contentType !== undefined) res.setHeader('Content-Type', contentType);
  context.body = body;
};

/** Codes that look alike at an operation say the same words, whichever of them was meant. */
const inPlaceOf = (refused: Refusal, operation: Operation | undefined): Refusal => {
  const { instead = {} } = operation ?? {};
  const code = instead[refused.code] ?? refused.code;
  return Object.values(instead).includes(code) ? refusal(code) : refused;
};

const PROBLEM = 'application/problem+json';

const refuse = (context: HttpContext, refused: Refusal): void => {
  const { operation, requestId, dispatched } = context.state;
  const authority = operation?.authority;
  const { status, contentType, headers, body } = errorAnswer(inPlaceOf(refused, operation), {
    requestId,
    problem: context.req.headers.accept?.includes(PROBLEM) === true,
    // Of requests that reached the application these hold no credits, and debit none.
    spentNothing: !dispatched || authority === 'Read' || authority === 'Plan' || authority === 'Mutate',
    statusOf: (given) => statusAt(operation, given),
  });
  context.state.refused = body['code'] as Refusal['code'];
  context.state.flaw = refused.flaw;
  answer(context, { status, body: JSON.stringify(body), contentType, headers });
};
