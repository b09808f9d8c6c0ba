/** The only user of ajv: turns shapes into checks with messages that a person can act on. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { limits } from '../kernel/limits.ts';
import { type Shape, shapeForm } from '../kernel/shape.ts';
import { isDateTime, isUri } from './formats.ts';
import { plainInput, pointerOf, type ValueError } from './plain-value.ts';

export type { ValueError } from './plain-value.ts';

export type Validated<T> =
  /** The value itself, or a copy of it in which -0 is 0. */
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: readonly ValueError[] };

export type Validate<T> = (value: unknown) => Validated<T>;

/**
 * Strict: unknown keywords and formats in a shape are bugs and throw. Nothing is coerced, defaulted or removed, no
 * `$data` is followed, and lengths count code points.
 */
const strict = {
  strict: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  unicodeRegExp: true,
  // With the schema at hand, a message can tell the form of a pattern.
  verbose: true,
  // A test holds every shape of a service to the meta schema: a start has no need to, and is a tenth shorter.
  validateSchema: false,
  meta: false,
  // A pass over the made code takes a third of the time of a compilation. The engine then does the same work again.
  code: { optimize: false },
  formats: { uri: isUri, 'date-time': isDateTime },
} as const;

/** Compiles each shape on request, at the latest at its first use, and caches it by identity. */
const compilerOf = (ajv: Ajv2020) => {
  const compiled = new WeakMap<object, ValidateFunction>();
  const owed = new Set<object>();

  const checkOf = (shape: object): ValidateFunction => {
    const found = compiled.get(shape) ?? ajv.compile(shape);
    compiled.set(shape, found);
    owed.delete(shape);
    return found;
  };

  return {
    checkOf,
    owe: (shape: object): void => {
      if (!compiled.has(shape)) owed.add(shape);
    },
    next: (): boolean => {
      const [shape] = owed;
      // The engine compiles the made code at its first call, which takes as long again.
      if (shape !== undefined) checkOf(shape)(undefined);
      return shape !== undefined;
    },
  };
};

const endingAtFirst = compilerOf(new Ajv2020({ ...strict, allErrors: false }));
const findingAll = compilerOf(new Ajv2020({ ...strict, allErrors: true }));

/**
 * Compiles one more of the shapes that have a check, which takes milliseconds. A service does so before it is ready,
 * and no request waits for it. False when there is none.
 */
export const compileNext = (): boolean => endingAtFirst.next() || findingAll.next();

/**
 * The check of a shape, for values from outside (a request body): shape, text, numbers and depth. Names every member
 * that is wrong, as far as `limits.errorDetailsMax`. Throws when the shape itself is not strict JSON Schema.
 */
export const compile = <T>(shape: Shape<T>): Validate<T> => {
  let check: ValidateFunction | undefined;
  findingAll.owe(shape);
  return (value) => {
    check ??= findingAll.checkOf(shape);
    const plain = plainInput(value);
    const fits = check(plain.ok ? plain.value : value);
    if (plain.ok && fits) return { ok: true, value: plain.value as T };
    const flaws = plain.ok ? [] : plain.errors.map((error) => ({ key: error.pointer, error }));
    return { ok: false, errors: once([...flaws, ...(fits ? [] : readable(check.errors ?? []))]) };
  };
};

/** The check of the shape alone, for values that are known to be plain; undefined means that it holds. */
export const compileShape = <T>(shape: Shape<T>): ((value: unknown) => readonly ValueError[] | undefined) => {
  let check: ValidateFunction | undefined;
  endingAtFirst.owe(shape);
  return (value) => {
    check ??= endingAtFirst.checkOf(shape);
    return check(value) ? undefined : once(readable(check.errors ?? []));
  };
};

/** An error with its place: several members can be missing from one object. */
type Found = { readonly key: string; readonly error: ValueError };

/** The first error of each place. */
const once = (found: readonly Found[]): readonly ValueError[] => {
  const errors = new Map<string, ValueError>();
  for (const { key, error } of found) if (!errors.has(key)) errors.set(key, error);
  return [...errors.values()].slice(0, limits.errorDetailsMax);
};

const ERRORS_PER_DETAIL = 4;

/** A long list of errors is cut before it is rendered: each place may have a few entries. */
const readable = (all: readonly ErrorObject[]): readonly Found[] => {
  const errors = all.slice(0, ERRORS_PER_DETAIL * limits.errorDetailsMax);
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const outermost = unions.filter((one) => !unions.some((other) => other !== one && isInside(one, other)));
  const within = new Set<ErrorObject>();
  const ofUnions = outermost.flatMap((union) => {
    const leaves = errors.filter((error) => error.keyword !== 'anyOf' && isInside(error, union));
    for (const leaf of leaves) within.add(leaf);
    return ofUnion(leaves);
  });
  const others = errors.filter((error) => error.keyword !== 'anyOf' && !within.has(error)).map(foundAt);
  const found = [...others, ...ofUnions];
  return found.length > 0 ? found : [{ key: '', error: { pointer: '', message: 'is not valid' } }];
};

/** Whether an error was found in a branch of a union, at the same value. */
const isInside = (error: ErrorObject, union: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${union.schemaPath}/`) && `${error.instancePath}/`.startsWith(`${union.instancePath}/`);

/**
 * The error of a union. Null is only the other choice, so the flaw of the given value says more. For a value of no type
 * that fits, the error names all types that do.
 */
const ofUnion = (leaves: readonly ErrorObject[]): readonly Found[] => {
  const depth = Math.max(...leaves.map(({ instancePath }) => instancePath.length));
  const deepest = leaves.filter(({ instancePath }) => instancePath.length === depth);
  const types = [...new Set(deepest.map(({ params }) => String(params['type'])))];
  const [first] = deepest;
  if (first !== undefined && types.length > 1 && deepest.every(({ keyword }) => keyword === 'type')) {
    return [
      { key: first.instancePath, error: { pointer: first.instancePath, message: `must be ${types.join(' or ')}` } },
    ];
  }
  const ofTop = Math.min(...leaves.map(({ instancePath }) => instancePath.length));
  return leaves.filter(({ keyword, instancePath }) => keyword !== 'type' || instancePath.length > ofTop).map(foundAt);
};

const foundAt = (error: ErrorObject): Found => {
  const pointer = placeOf(error);
  const message = messageOf(error);
  return { key: error.keyword === 'required' ? `${pointer} ${message}` : pointer, error: { pointer, message } };
};

/** Points at the member itself, also at one too many. The message names a missing member. */
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
      return formMessage(parentSchema ?? {}, String(params['pattern']));
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
        ? 'must be an http or https URL in ASCII without user name or password'
        : `must be a ${String(params['format'])}`;
    default:
      return message ?? 'is not valid';
  }
};

const counted = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;

/** A person learns more of an example than of a pattern. A description says the purpose, and that is no form. */
const formMessage = (schema: object, pattern: string): string => {
  const form = shapeForm(schema);
  if (form !== undefined) return `must be ${form}`;
  const { examples: [example] = [] } = schema as { readonly examples?: readonly unknown[] };
  return typeof example === 'string' ? `must look like ${example}` : `must be of the form ${pattern}`;
};
