/** Query parameters: checked like the members of a body, those that an operation does not name are refused too. */
import { object, type Shape } from '../../kernel/shape.ts';
import { pointerOf } from '../../schema/plain-value.ts';
import { compile } from '../../schema/validator.ts';
import type { Operation } from '../contract/operation.ts';
import { invalid, refusal, type Refusal, type Wrong } from '../errors/refusal.ts';

type Members = Readonly<Record<string, { readonly type?: unknown }>>;
type Query = Readonly<Record<string, unknown>>;

export type CheckQuery = (queryString: string) => Query | Refusal;

const WHOLE = /^-?\d{1,15}$/;
const NOTHING = object({});
const EMPTY: Query = Object.freeze({});

export const createQueryCheck = (
  shape: Shape<unknown> = NOTHING,
  missing: NonNullable<Operation['missing']> = {},
): CheckQuery => {
  const members = shape['properties'] as Members;
  const validate = compile(shape);
  const ownCodes = Object.entries(missing).filter(([name]) => Object.hasOwn(members, name));
  return (queryString) => {
    // The hot path: nothing came, and nothing is wanted.
    if (queryString === '' && shape === NOTHING) return EMPTY;
    const { given, twice } = parse(queryString, members);
    for (const [name, code] of ownCodes) {
      if ((given[name] ?? '') === '') return refusal(code);
    }
    const checked = validate(given);
    if (checked.ok && twice.length === 0) return given;
    const others = checked.ok
      ? []
      : checked.errors.filter(({ pointer }) => !twice.some((one) => one.pointer === pointer));
    return invalid([...twice, ...others], nameInQuery);
  };
};

const parse = (queryString: string, members: Members): { readonly given: Query; readonly twice: readonly Wrong[] } => {
  // Names of prototypes are names like any other.
  const given = Object.create(null) as Record<string, unknown>;
  const twice = new Map<string, Wrong>();
  for (const [name, value] of new URLSearchParams(queryString)) {
    if (name in given) twice.set(name, { pointer: pointerOf([name]), message: 'must be given once' });
    const whole = members[name]?.type === 'integer' && WHOLE.test(value);
    given[name] = whole ? Number(value) : value;
  }
  return { given: { ...given }, twice: [...twice.values()] };
};

/** The pointer is one into the parameters, as into a body; the message says that they are meant. */
const nameInQuery = (pointer: string): string =>
  pointer === '' ? 'The query' : `The query parameter ${pointer.slice(1)}`;
