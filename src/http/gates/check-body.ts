/** The body gate: checks of a body that is known to be a JSON object. */
import { object } from '../../kernel/shape.ts';
import { compile } from '../../schema/validator.ts';
import type { Operation } from '../contract/operation.ts';
import { invalid, refusal, type Refusal } from '../errors/refusal.ts';
import type { JsonObject } from '../transport/parse-json.ts';

export type CheckBody = (sent: JsonObject | undefined) => JsonObject | Refusal;

/** Operations without a body take none, or an empty one. */
const NOTHING = object({});
const EMPTY: JsonObject = Object.freeze({});

export const createBodyCheck = (operation: Operation): CheckBody => {
  const { body: shape = NOTHING, bodyOptional, rules = [], missing = {} } = operation;
  const validate = compile(shape);
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
    if (!checked.ok) return invalid(checked.errors);
    const value = checked.value as JsonObject;
    const broken = rules.map((rule) => rule(value)).filter((one) => one !== undefined);
    return broken.length > 0 ? invalid(broken) : value;
  };
};
