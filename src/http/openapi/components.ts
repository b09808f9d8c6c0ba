/** Components: the document declares them once and refers to them. */

type Json = Readonly<Record<string, unknown>>;

export type Kind = 'schemas' | 'parameters' | 'headers' | 'examples';

export type Components = {
  /** The same name again is the same component. */
  readonly refer: (kind: Kind, name: string, value: Json) => Json;
  /** All that was referred to so far, by kind and name. */
  readonly all: () => Readonly<Record<Kind, Json>>;
};

export const refTo = (kind: Kind, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export const createComponents = (): Components => {
  const found: Readonly<Record<Kind, Map<string, Json>>> = {
    schemas: new Map(),
    parameters: new Map(),
    headers: new Map(),
    examples: new Map(),
  };
  const byName = (kind: Kind): Json =>
    Object.fromEntries([...found[kind]].sort(([one], [other]) => (one < other ? -1 : 1)));
  return Object.freeze({
    refer: (kind: Kind, name: string, value: Json) => {
      found[kind].set(name, value);
      return refTo(kind, name);
    },
    all: () => ({
      schemas: byName('schemas'),
      parameters: byName('parameters'),
      headers: byName('headers'),
      examples: byName('examples'),
    }),
  });
};
