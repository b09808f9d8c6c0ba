/** The refusals of an operation: its codes by status, each with an example. */
import { catalogue, type ErrorCode } from '../../application/calls/error-codes.ts';
import type { Operation } from '../contract/operation.ts';
import { refusalsOf, statusAt } from '../contract/refusals.ts';
import { apiError, overCapacity } from '../contract/shapes/common.ts';
import { errorAnswer } from '../errors/error-answer.ts';
import { invalid, refusal } from '../errors/refusal.ts';
import type { Components } from './components.ts';
import { exampleOf } from './example.ts';
import { refusalHeaders } from './response-headers.ts';
import type { SchemaWriter } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export const refusalResponses = (operation: Operation, components: Components, schemas: SchemaWriter): Json => {
  const error = errorSchema(operation, components, schemas);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(operation)) {
    const status = statusAt(operation, code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const response = (status: number, codes: readonly ErrorCode[]): Json => {
    const large = codes.includes(TOO_LARGE);
    const schema = large ? { anyOf: [schemas.write(overCapacity, 'answer'), error] } : error;
    const examples = Object.fromEntries(
      codes.map((code) => [
        code,
        components.refer('examples', code, { summary: catalogue[code].title, value: of(code) }),
      ]),
    );
    return {
      description: codes.join(', '),
      'x-codes': codes,
      headers: refusalHeaders(operation, status, codes, components),
      content: { 'application/json': { schema, examples }, 'application/problem+json': { schema } },
    };
  };
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), response(status, codes)]));
};

const TOO_LARGE = 'batch_exceeds_synchronous_capacity';

/** ApiErrorResponse with the codes that this operation can answer. */
const errorSchema = (operation: Operation, components: Components, schemas: SchemaWriter): Json => {
  const name = `${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}`;
  const codes = { type: 'string', enum: [...refusalsOf(operation)].sort() };
  const code = components.refer('schemas', `${name}ErrorCode`, codes);
  const narrowed = { type: 'object', required: ['code'], properties: { code } };
  return components.refer('schemas', `${name}Error`, { allOf: [schemas.write(apiError, 'answer'), narrowed] });
};

const REQUEST_ID = 'rid_4e1xq0v6d8mz2r9t7b5c3n1hja';

/** The body under a code, in every operation. */
const of = (code: ErrorCode): unknown => {
  if (code === TOO_LARGE) return exampleOf(overCapacity);
  const wrong = [{ pointer: '/frames/0/prompt', message: 'must have at least 1 character' }];
  const refused = code === 'validation_failed' ? invalid(wrong) : refusal(code);
  return errorAnswer(refused, { requestId: REQUEST_ID, problem: false, spentNothing: false }).body;
};
