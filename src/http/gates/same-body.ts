/** When two bodies are one request under an idempotency key. They are compared with defaults filled in. */
import { contentHash } from '../../kernel/canonical-json.ts';
import { isObject } from '../../kernel/json.ts';
import type { Shape } from '../../kernel/shape.ts';
import type { Operation, Parameters } from '../contract/operation.ts';

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
