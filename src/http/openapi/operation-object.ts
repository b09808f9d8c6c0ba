/** One operation as OpenAPI has it, from its declaration. */
import type { ErrorCode } from '../../kernel/error-codes.ts';
import { object } from '../../kernel/shape.ts';
import type { Shape } from '../../kernel/shape.ts';
import type { Operation } from '../contract/operation.ts';
import { refusalsOf, statusAt } from '../contract/refusals.ts';
import { apiError, overCapacity } from '../contract/shapes/common.ts';
import { scopeOf } from '../gates/authenticate.ts';
import { isConditional, refusalHeaders, successHeaders } from './response-headers.ts';
import type { SchemaWriter } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

export const operationObject = (operation: Operation, schemas: SchemaWriter): Json => {
  const { operationId, summary, tag, authority, extension, flag, body } = operation;
  return {
    operationId,
    summary,
    tags: extension === true ? [tag, 'extension'] : [tag],
    ...(authority === null
      ? { security: [] }
      : { security: [{ bearer: [scopeOf(authority)] }], 'x-authority': authority }),
    ...(flag === undefined ? {} : { 'x-feature-flag': flag }),
    parameters: parametersOf(operation, schemas),
    ...(body === undefined ? {} : { requestBody: requestBody(operation, body, schemas) }),
    responses: { ...answers(operation, schemas), ...unchanged(operation), ...refusals(operation, schemas) },
  };
};

const requestBody = (operation: Operation, shape: Shape<unknown>, schemas: SchemaWriter): Json => {
  return {
    required: operation.bodyOptional !== true || operation.missing !== undefined,
    content: { 'application/json': { schema: schemas.write(shape, 'request') } },
  };
};

const parametersOf = (operation: Operation, schemas: SchemaWriter): readonly Json[] => {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return [...inPath, ...queryParameters(operation, schemas), ...headerParameters(operation)];
};

const queryParameters = ({ query }: Operation, schemas: SchemaWriter): readonly Json[] => {
  const { properties, required } = (query ?? object({})) as unknown as {
    readonly properties: Json;
    readonly required: readonly string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schemas.write(shape, 'request'),
  }));
};

const headerParameters = (operation: Operation): readonly Json[] => {
  const headers: readonly (readonly [string, boolean, string])[] = [
    ['Idempotency-Key', operation.idempotency !== 'none', '1 to 255 visible ASCII characters, no comma'],
    ['X-Workspace-Id', operation.authority !== null, "the token's workspace, else the personal one, unless stated"],
    ['If-Position-At-Least', operation.authority === 'Read', 'an answer at or past this X-Log-Position'],
    ['If-None-Match', isConditional(operation), '304 when the entity tag is the same'],
    ['If-Match', operation.ifMatch === true, 'the revision id that is replaced'],
    ['Prefer', operation.longPoll === true, 'wait=N: hold the answer for up to N seconds until there is news'],
    ['Last-Event-ID', operation.stream === true, 'resume after this position'],
  ];
  return headers
    .filter(([, taken]) => taken)
    .map(([name, , description]) => ({
      name,
      in: 'header',
      required: name === 'Idempotency-Key' && operation.idempotency === 'required',
      description,
      schema: { type: 'string' },
    }));
};

const answers = (operation: Operation, schemas: SchemaWriter): Json =>
  Object.fromEntries(
    Object.entries(operation.answers).map(([status, shape]) => {
      const type = operation.stream === true ? 'text/event-stream' : 'application/json';
      const description = typeof shape['description'] === 'string' ? shape['description'] : 'Success';
      const headers = successHeaders(operation, status);
      return [status, { description, headers, content: { [type]: { schema: schemas.write(shape, 'answer') } } }];
    }),
  );

const unchanged = (operation: Operation): Json =>
  isConditional(operation)
    ? { 304: { description: 'The copy that If-None-Match names is still the present one' } }
    : {};

const refusals = (operation: Operation, schemas: SchemaWriter): Json => {
  const error = errorSchema(operation, schemas);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(operation)) {
    const status = statusAt(operation, code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), refusalResponse(status, codes, error, schemas)]),
  );
};

/** ApiErrorResponse with the codes that this operation can answer. */
const errorSchema = (operation: Operation, schemas: SchemaWriter): Json => {
  const name = `${operation.operationId.charAt(0).toUpperCase()}${operation.operationId.slice(1)}`;
  const code = schemas.define(`${name}ErrorCode`, { type: 'string', enum: [...refusalsOf(operation)].sort() });
  const codes = { type: 'object', required: ['code'], properties: { code } };
  return schemas.define(`${name}Error`, { allOf: [schemas.write(apiError, 'answer'), codes] });
};

const refusalResponse = (status: number, codes: readonly ErrorCode[], error: Json, schemas: SchemaWriter): Json => {
  const large = codes.includes('batch_exceeds_synchronous_capacity');
  const schema = large ? { anyOf: [schemas.write(overCapacity, 'answer'), error] } : error;
  return {
    description: codes.join(', '),
    'x-codes': codes,
    headers: refusalHeaders(status, codes),
    content: { 'application/json': { schema }, 'application/problem+json': { schema } },
  };
};
