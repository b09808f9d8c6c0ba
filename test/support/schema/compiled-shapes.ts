/** Collects the shapes that are compiled, and the checks that are made of them. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Compiled = { readonly shape: unknown; readonly check: ValidateFunction };

/** Collects all from now on, until `stop`. */
export const watchCompilations = (): { readonly compiled: readonly Compiled[]; readonly stop: () => void } => {
  const compiled: Compiled[] = [];
  const own = Object.getOwnPropertyDescriptor(Ajv2020.prototype, 'compile');
  const compile = Reflect.get(Ajv2020.prototype, 'compile');
  Object.defineProperty(Ajv2020.prototype, 'compile', {
    configurable: true,
    value(this: Ajv2020, ...asked: Parameters<Ajv2020['compile']>): ValidateFunction {
      const check = Reflect.apply(compile, this, asked);
      compiled.push({ shape: asked[0], check });
      return check;
    },
  });
  return {
    compiled,
    stop: () => {
      if (own === undefined) Reflect.deleteProperty(Ajv2020.prototype, 'compile');
      else Object.defineProperty(Ajv2020.prototype, 'compile', own);
    },
  };
};
