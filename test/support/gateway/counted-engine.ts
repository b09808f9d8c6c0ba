/** An engine whose calls under way are counted. */
import type { Engine } from '../../../src/ports/engine.ts';

export const countedEngine = (engine: Engine): { readonly engine: Engine; readonly asking: () => number } => {
  let asking = 0;
  const count = async <T>(call: Promise<T> | undefined): Promise<T> => {
    if (call === undefined) throw new Error(`${engine.name} is not asked so`);
    asking += 1;
    return call.finally(() => (asking -= 1));
  };
  return {
    engine: {
      ...engine,
      perform: async (...asked) => count(engine.perform(...asked)),
      poll: async (...asked) => count(engine.poll?.(...asked)),
      lookup: async (...asked) => count(engine.lookup?.(...asked)),
    },
    asking: () => asking,
  };
};
