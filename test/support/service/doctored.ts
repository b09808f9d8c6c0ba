/** Sabotages of a real service: its way into the log does something else. */
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import type { Core } from '../../../src/main/core.ts';

/** The core with other functions in place of some of its command handler's. */
export const withCommands =
  (change: (commands: CommandHandler) => Partial<CommandHandler>) =>
  (core: Core): Core => {
    const { commands } = core.services;
    return { ...core, services: { ...core.services, commands: { ...commands, ...change(commands) } } };
  };

export const typeOf = (command: unknown): string => (command as { readonly type: string }).type;

/** Answers a command of this type as if it had been carried out before, and records nothing. */
export const forgetting = (type: string, told = (): void => undefined): ((core: Core) => Core) =>
  withCommands((commands) => ({
    handle: async (decider, stream, command, context) => {
      if (typeOf(command) !== type) return commands.handle(decider, stream, command, context);
      told();
      return { kind: 'unchanged', ...(await commands.read(decider, stream)) };
    },
  }));
