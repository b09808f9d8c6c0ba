/** A gate for each key in use, such as a workspace; one that nothing uses is forgotten. */
import { createGate, type Gate } from './gate.ts';

export const createGates = (bounds: {
  readonly placesMax: number;
  readonly waitingMax: number;
}): ((key: string) => Gate) => {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();
  return (key) => ({
    run: async (task, signal) => {
      const kept = gates.get(key) ?? { gate: createGate(bounds), users: 0 };
      gates.set(key, kept);
      kept.users += 1;
      try {
        return await kept.gate.run(task, signal);
      } finally {
        kept.users -= 1;
        if (kept.users === 0) gates.delete(key);
      }
    },
  });
};
