/**
 * A command handler whose process dies at its N-th command: before it, or after it was carried out and before the
 * answer. From then on nothing answers any more. N = 1, 2, ... until a run ends by itself covers every step.
 */
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';

export class Died extends Error {
  constructor() {
    super('the process died');
  }
}

export const createMortalCommands = (
  commands: CommandHandler,
  diesAt: number,
  when: 'before' | 'after',
): CommandHandler => {
  let count = 0;
  let dead = false;

  const live = (): void => {
    if (dead) throw new Died();
  };

  return {
    ...commands,
    handle: async (decider, stream, command, context) => {
      live();
      count += 1;
      const last = count === diesAt;
      if (last && when === 'before') dead = true;
      live();
      const outcome = await commands.handle(decider, stream, command, context);
      if (last) dead = true;
      live();
      return outcome;
    },
    read: async (decider, stream) => {
      live();
      return commands.read(decider, stream);
    },
    readSince: async (decider, stream, since) => {
      live();
      return commands.readSince(decider, stream, since);
    },
  };
};
