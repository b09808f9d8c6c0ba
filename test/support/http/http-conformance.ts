/** Whether an answer is one that the declaration of its operation allows. */
import { operations } from '../../../src/http/contract/operations/registry.ts';
import type { Operation } from '../../../src/http/contract/operation.ts';
import { refusalsOf, statusAt } from '../../../src/http/contract/refusals.ts';
import { apiError, overCapacity } from '../../../src/http/contract/shapes/common.ts';
import { type ErrorCode, saysWhen } from '../../../src/application/calls/error-codes.ts';
import type { Shape } from '../../../src/kernel/shape.ts';
import { compile } from '../../../src/schema/validator.ts';

export type Conforming = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

const patternOf = ({ path }: Operation): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation) }));

export const operationAt = (method: string, path: string): Operation | undefined =>
  patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path.split('?')[0] ?? ''))
    ?.operation;

/** The undeclared parts of the answer, in words; nothing for paths without an operation. */
export const undeclared = (method: string, path: string, answer: Conforming): readonly string[] => {
  const operation = operationAt(method, path);
  if (operation === undefined) return [];
  return answer.status < 400 ? inSuccess(operation, answer) : inRefusal(operation, answer);
};

const inSuccess = (operation: Operation, { status, headers, body }: Conforming): readonly string[] => {
  if (status === 304 || status === 204) return [];
  const shape = operation.answers[status];
  if (shape === undefined) return [`${status} is not declared`];
  const type = String(headers['content-type']);
  const { bytesOf } = operation;
  if (bytesOf !== undefined) return bytesOf.includes(type) ? [] : [`${type} is not declared`];
  return type.startsWith('application/json') ? misshapen(shape, body) : [];
};

const inRefusal = (operation: Operation, { status, headers, body }: Conforming): readonly string[] => {
  const { code } = body as { readonly code: ErrorCode };
  const findings = [...misshapen(code === 'batch_exceeds_synchronous_capacity' ? overCapacity : apiError, body)];
  // Any operation may meet a body that it did not ask for.
  const sent = ['malformed_json', 'unsupported_content_type', 'body_too_large', 'request_timeout'];
  if (!refusalsOf(operation).has(code) && !sent.includes(code)) findings.push(`${code} is not declared`);
  if (statusAt(operation, code) !== status) findings.push(`${code} is not declared with status ${status}`);
  if ('retry-after' in headers && !saysWhen(code)) findings.push(`Retry-After of ${code} is not declared`);
  return findings;
};

const misshapen = (shape: Shape<unknown>, body: unknown): readonly string[] => {
  const checked = compile(shape)(body);
  return checked.ok ? [] : checked.errors.map(({ pointer, message }) => `${pointer} ${message}`);
};
