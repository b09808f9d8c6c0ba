/** Turns the bytes of a body into the value that an operation takes, and the hash that its key remembers. */
import { contentHash } from '../../kernel/canonical-json.ts';
import type { ErrorCode } from '../../application/calls/error-codes.ts';
import { isObject, type JsonObject } from '../../kernel/json.ts';
import { limits } from '../../kernel/limits.ts';
import { object, type Shape } from '../../kernel/shape.ts';
import { compile, compileShape, type ValueError } from '../../schema/validator.ts';
import type { Operation, Parameters } from '../contract/operation.ts';
import { invalid, isRefusal, refusal, type Refusal } from '../errors/refusal.ts';
import { parseJsonObject } from '../transport/parse-json.ts';

export type Judged = {
  readonly body: JsonObject;
  /** Null when it was not asked for. */
  readonly bodyHash: string | null;
};

/**
 * Undefined: there is no body. `parameters`: those of the path, which are part of the request's hash; null for no hash.
 * Walks the whole body: see `BodyThread` for large ones.
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

/** The code of the operation for a member that is too large. Undefined for a body with any other flaw. */
const codeOfSize = (
  body: JsonObject,
  [flaw, ...others]: readonly ValueError[],
  tooLarge: NonNullable<Operation['tooLarge']>,
): ErrorCode | undefined => {
  if (flaw === undefined || others.length > 0) return undefined;
  const [name, code] = Object.entries(tooLarge).find(([member]) => flaw.pointer === `/${member}`) ?? [];
  const value = name === undefined ? undefined : body[name];
  return typeof value === 'number' && value > Number.MAX_SAFE_INTEGER ? code : undefined;
};

type Rule = NonNullable<Operation['rules']>[number];

/** The rules that can be asked about a body that breaks its shape. */
const createAskable = (shape: Shape<unknown>, rules: readonly Rule[]) => {
  const members = shape['properties'] as Readonly<Record<string, Shape<unknown>>>;
  const required = shape['required'] as readonly string[];
  const looked = new Set(rules.flatMap(({ of }) => of));
  const checks = new Map(
    Object.entries(members).flatMap(([name, member]) => (looked.has(name) ? [[name, compileShape(member)]] : [])),
  );
  return (body: JsonObject): readonly Rule[] =>
    rules.filter(({ of }) =>
      of.every((name) =>
        body[name] === undefined ? !required.includes(name) : checks.get(name)?.(body[name]) === undefined,
      ),
    );
};

/** Operations without a body take none, or an empty one. */
const NOTHING = object({});
const EMPTY: JsonObject = Object.freeze({});

/** Checks of a body that is a JSON object. It is handed on without `confirm`, which is for the gates only. */
const createBodyCheck = (operation: Operation): ((sent: JsonObject | undefined) => JsonObject | Refusal) => {
  const { body: shape = NOTHING, bodyOptional, rules = [], missing = {}, tooLarge = {} } = operation;
  const validate = compile(shape);
  const askable = createAskable(shape, rules);
  const confirms = 'confirm' in (shape['properties'] as object);
  const needed = operation.body !== undefined && bodyOptional !== true;
  const ownCodes = operation.body === undefined ? [] : Object.entries(missing);

  return (sent) => {
    // The hot path: nothing came, and nothing is wanted.
    if (sent === undefined && operation.body === undefined) return EMPTY;
    if (sent === undefined && needed) return refusal('malformed_json', 'A body is required');
    const body = sent ?? {};
    for (const [name, code] of ownCodes) {
      const value = body[name];
      if (value === undefined || value === null || value === '') return refusal(code);
    }
    if (body['confirm'] === false && confirms) return refusal('confirmation_required');
    const checked = validate(body);
    const value = checked.ok ? (checked.value as JsonObject) : body;
    const asked = checked.ok ? rules : askable(body);
    const wrong = [...(checked.ok ? [] : checked.errors), ...asked.flatMap(({ flaws }) => flaws(value))];
    if (wrong.length > 0) {
      const code = codeOfSize(body, wrong, tooLarge);
      return code === undefined ? invalid(wrong.slice(0, limits.errorDetailsMax)) : refusal(code);
    }
    if (!confirms) return value;
    const { confirm: _, ...rest } = value;
    return rest;
  };
};

/** sha256 of an operation, its path and its body, equal for all spellings of one request. */
export const bodyHashOf = (
  { operationId, aliasOf = operationId, body: shape }: Pick<Operation, 'operationId' | 'aliasOf' | 'body'>,
  parameters: Parameters,
  body: unknown,
): string => contentHash([aliasOf, parameters, shape === undefined ? body : filled(shape, body)]);

/** The value with the defaults that its shape declares, at any depth. The value holds to the shape. */
export const filled = (shape: Shape<unknown>, value: unknown): unknown => {
  if (Array.isArray(value)) {
    const { items } = shape;
    return isObject(items) ? value.map((item) => filled(items, item)) : value;
  }
  const { properties } = shape;
  if (!isObject(value) || !isObject(properties)) return value;
  const whole: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(properties)) {
    if (!isObject(member)) continue;
    if (whole[name] !== undefined) whole[name] = filled(member, whole[name]);
    else if (member['default'] !== undefined) whole[name] = member['default'];
  }
  return whole;
};
