/**
 * One declaration gives both the JSON Schema that is checked at run time and the static type.
 * Events, documents, request and response bodies are all declared with these builders.
 * Unknown members are refused unless a shape is declared `open`: a misspelt member must not cost money.
 */

declare const staticType: unique symbol;

/** A JSON Schema (draft 2020-12 subset) that remembers its static type, for the type checker only. */
export type Shape<T> = Readonly<Record<string, unknown>> & { readonly [staticType]?: T };

/** The static type that a shape describes. */
export type Static<S> = S extends Shape<infer T> ? T : never;

/** The members of an object, each with its shape. */
export type Members = Readonly<Record<string, Shape<unknown>>>;
type Optional = { readonly optional: true };
type OptionalKeys<M extends Members> = {
  [K in keyof M]: M[K] extends Optional ? K : never;
}[keyof M];
type Flatten<T> = { [K in keyof T]: T[K] };
/** The object that has these members. */
export type ObjectOf<M extends Members> = Flatten<
  { [K in Exclude<keyof M, OptionalKeys<M>>]: Static<M[K]> } & { [K in OptionalKeys<M>]?: Static<M[K]> }
>;

type Annotations = {
  readonly description?: string;
  readonly default?: unknown;
  /** Example values of the shape, as documents show them; the first one is used in composed examples. */
  readonly examples?: readonly unknown[];
};
type StringRules = Annotations & {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
};
type NumberRules = Annotations & { readonly minimum?: number; readonly maximum?: number };
type ArrayRules = Annotations & { readonly minItems?: number; readonly maxItems?: number };

export const string = (rules: StringRules = {}): Shape<string> => ({ type: 'string', ...rules });

export const integer = (rules: NumberRules = {}): Shape<number> => ({ type: 'integer', ...rules });

export const number = (rules: NumberRules = {}): Shape<number> => ({ type: 'number', ...rules });

export const boolean = (rules: Annotations = {}): Shape<boolean> => ({ type: 'boolean', ...rules });

/** One of a closed list of strings. */
export const oneOf = <const V extends readonly string[]>(values: V, rules: Annotations = {}): Shape<V[number]> => ({
  type: 'string',
  enum: values,
  ...rules,
});

export const literal = <const V extends string | number | boolean>(value: V): Shape<V> => ({ const: value });

export const array = <S extends Shape<unknown>>(items: S, rules: ArrayRules = {}): Shape<Static<S>[]> => ({
  type: 'array',
  items,
  ...rules,
});

/** The value, or null; the member itself is always there. */
export const nullable = <S extends Shape<unknown>>(shape: S): Shape<Static<S> | null> => ({
  anyOf: [shape, { type: 'null' }],
});

/** A symbol: checks and JSON do not see it, copies such as `optional` makes keep it. */
const NAME = Symbol('name');

/** The same shape under a name, by which documents refer to it wherever it is used. */
export const named = <S extends Shape<unknown>>(name: string, shape: S): S => ({ ...shape, [NAME]: name });

/** The name that `named` has given it. */
export const shapeName = (shape: object): string | undefined => (shape as { readonly [NAME]?: string })[NAME];

/** A symbol, as `NAME` is. */
const FORM = Symbol('form');

/** The same shape with words for the form that its pattern asks for, as they follow "must be". */
export const formed = <S extends Shape<unknown>>(form: string, shape: S): S => ({ ...shape, [FORM]: form });

/** The words that `formed` has given it. */
export const shapeForm = (shape: object): string | undefined => (shape as { readonly [FORM]?: string })[FORM];

/** Marks a member of `object` that may be absent. */
export const optional = <S extends Shape<unknown>>(shape: S): S & Optional => {
  const marked = { ...shape };
  // Not enumerable: the mark steers `object` and never reaches the schema itself.
  Object.defineProperty(marked, 'optional', { value: true, enumerable: false });
  return marked as S & Optional;
};

/** An object with exactly these members. */
export const object = <const M extends Members>(members: M, rules: Annotations = {}): Shape<ObjectOf<M>> => ({
  type: 'object',
  properties: members,
  required: Object.keys(members).filter((name) => !('optional' in (members[name] as object))),
  additionalProperties: false,
  ...rules,
});

/** The same, under a name. */
export const namedObject = <const M extends Members>(
  name: string,
  members: M,
  rules: Annotations = {},
): Shape<ObjectOf<M>> => named(name, object(members, rules));

/** A free-form object: any members. */
export const open = (rules: Annotations = {}): Shape<Record<string, unknown>> => ({ type: 'object', ...rules });

/** A map from any key to one kind of value. */
export const record = <S extends Shape<unknown>>(
  values: S,
  rules: Annotations = {},
): Shape<Record<string, Static<S>>> => ({
  type: 'object',
  additionalProperties: values,
  ...rules,
});
