/** The only user of ajv: turns shapes into checks with messages that a person can act on. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Shape } from '../kernel/shape.ts';
import { isDateTime, isUri } from './formats.ts';
import { plainInput, pointerOf, type ValueError } from './plain-value.ts';

export type { ValueError } from './plain-value.ts';

export type Validated<T> =
  /** The value itself, or a copy of it in which -0 is 0. */
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: readonly ValueError[] };

export type Validate<T> = (value: unknown) => Validated<T>;

/**
 * Strict: unknown keywords and formats in a shape are bugs and throw. Nothing is coerced, defaulted or removed, no
 * `$data` is followed, the first error ends the check, and lengths count code points.
 */
const ajv = new Ajv2020({
  strict: true,
  allErrors: false,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  unicodeRegExp: true,
  // With the schema at hand, a message can say what a pattern is for.
  verbose: true,
  formats: { uri: isUri, 'date-time': isDateTime },
});

const compiled = new WeakMap<object, ValidateFunction>();

const functionOf = (shape: object): ValidateFunction => {
  let found = compiled.get(shape);
  if (found === undefined) {
    found = ajv.compile(shape);
    compiled.set(shape, found);
  }
  return found;
};

/**
 * The check of a shape, for values from outside (a request body): shape, text, numbers and depth. It is compiled at
 * its first use and remembered by the identity of the shape. Throws when the shape itself is not strict JSON Schema.
 */
export const compile = <T>(shape: Shape<T>): Validate<T> => {
  const checkShape = compileShape(shape);
  return (value) => {
    const plain = plainInput(value);
    if (!plain.ok) return { ok: false, errors: [plain.error] };
    const errors = checkShape(plain.value);
    return errors === undefined ? { ok: true, value: plain.value as T } : { ok: false, errors };
  };
};

/** The check of the shape alone, for values that are known to be plain; undefined means that it holds. */
export const compileShape = <T>(shape: Shape<T>): ((value: unknown) => readonly ValueError[] | undefined) => {
  let check: ValidateFunction | undefined;
  return (value) => {
    check ??= functionOf(shape);
    return check(value) ? undefined : readable(check.errors ?? []);
  };
};

/**
 * One error, however many branches of a union failed: the one that came furthest into the value; of several at the
 * same place, what all of them would have taken.
 */
const readable = (errors: readonly ErrorObject[]): readonly ValueError[] => {
  const leaves = errors.filter((error) => error.keyword !== 'anyOf');
  const depth = Math.max(...leaves.map((error) => error.instancePath.length));
  const deepest = leaves.filter((error) => error.instancePath.length === depth);
  // Null is only the other choice: what is wrong with the value that came says more.
  const telling = deepest.filter((error) => error.keyword !== 'type');
  const [first] = telling.length > 0 ? telling : deepest;
  if (first === undefined) return [{ pointer: '', message: 'is not valid' }];
  const types = telling.length > 0 ? [] : [...new Set(deepest.map((error) => String(error.params['type'])))];
  return [{ pointer: placeOf(first), message: types.length > 1 ? `must be ${types.join(' or ')}` : messageOf(first) }];
};

/** Points at the member itself, also where it is one too many; a member that is missing is named in the message. */
const placeOf = ({ keyword, params, instancePath }: ErrorObject): string =>
  keyword === 'additionalProperties' ? instancePath + pointerOf([String(params['additionalProperty'])]) : instancePath;

const messageOf = ({ keyword, params, message, parentSchema }: ErrorObject): string => {
  switch (keyword) {
    case 'minLength':
      return `must have at least ${counted(params['limit'], 'character')}`;
    case 'maxLength':
      return `must have at most ${counted(params['limit'], 'character')}`;
    case 'minItems':
      return `must have at least ${counted(params['limit'], 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(params['limit'], 'item')}`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'pattern':
      return `must be ${described(parentSchema) ?? `of the form ${String(params['pattern'])}`}`;
    case 'required':
      return `must have member ${String(params['missingProperty'])}`;
    case 'additionalProperties':
      return 'is not a known member';
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'format':
      return params['format'] === 'uri'
        ? 'must be an http or https URL without user name or password'
        : `must be a ${String(params['format'])}`;
    default:
      return message ?? 'is not valid';
  }
};

const counted = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;

const described = (schema: ErrorObject['parentSchema']): string | undefined => {
  const description: unknown = schema?.['description'];
  return typeof description === 'string' ? description : undefined;
};
