/** Query parameters: those that an operation names are checked like a body, all others are ignored. */
import type { Shape } from '../../kernel/shape.ts';
import { compile } from '../../schema/validator.ts';
import type { Operation } from '../contract/operation.ts';
import { refusal } from '../errors/refusal.ts';
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
      if (Object.hasOwn(given, name)) return wrong(`/${name}`, 'must be given once');
      const whole = members[name]?.type === 'integer' && WHOLE.test(value);
      given[name] = whole ? Number(value) : value;
    }
    for (const [name, code] of ownCodes) {
      if ((given[name] ?? '') === '') return refusal(code);
    }
    const checked = validate(given);
    if (checked.ok) return given;
    const [error] = checked.errors;
    return wrong(error?.pointer ?? '', error?.message ?? 'is not valid');
  };
};

/** The pointer is one into the parameters, as into a body; the message says that they are meant. */
const wrong = (pointer: string, message: string): Refusal => {
  const what = pointer === '' ? 'The query' : `The query parameter ${pointer.slice(1)}`;
  return refusal('validation_failed', `${what} ${message}`, { detail: [{ pointer, message }] });
};
