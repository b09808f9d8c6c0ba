/** Query parameters: those that an operation names are checked like a body, all others are ignored. */
import type { Shape } from '../../kernel/shape.ts';
import { compile } from '../../schema/validator.ts';
import type { Operation } from '../contract/operation.ts';
import { invalid, refusal } from '../errors/refusal.ts';
import type { Refusal } from '../errors/refusal.ts';

type Members = Readonly<Record<string, { readonly type?: unknown }>>;

export type CheckQuery = (queryString: string) => Readonly<Record<string, unknown>> | Refusal;

const WHOLE = /^-?\d{1,15}$/;

export const createQueryCheck = (shape: Shape<unknown>, missing: Operation['missing'] = {}): CheckQuery => {
  const members = shape['properties'] as Members;
  const validate = compile(shape);
  const ownCodes = Object.entries(missing);
  return (queryString) => {
    const given: Record<string, unknown> = {};
    for (const [name, value] of new URLSearchParams(queryString)) {
      if (!Object.hasOwn(members, name)) continue;
      if (Object.hasOwn(given, name)) return invalid(`?${name}`, 'must be given once');
      const whole = members[name]?.type === 'integer' && WHOLE.test(value);
      given[name] = whole ? Number(value) : value;
    }
    for (const [name, code] of ownCodes) {
      if ((given[name] ?? '') === '') return refusal(code);
    }
    const checked = validate(given);
    if (checked.ok) return given;
    const [error] = checked.errors;
    return invalid(`?${error?.pointer.slice(1) ?? ''}`, error?.message ?? 'is not valid');
  };
};
