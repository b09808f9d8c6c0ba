/** Sabotages of a real service: its way into the log does something else. */
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import type { Core } from '../../../src/main/core.ts';
import { forgetfulOf } from '../log/watched-commands.ts';

/** The core with other functions in place of some of its command handler's. */
export const withCommands =
  (change: (commands: CommandHandler) => Partial<CommandHandler>) =>
  (core: Core): Core => {
    const { commands } = core.services;
    return { ...core, services: { ...core.services, commands: { ...commands, ...change(commands) } } };
  };

/** A service that forgets commands of this type. `told`: called each time. */
export const forgetting = (type: string, told?: () => void): ((core: Core) => Core) =>
  withCommands((commands) => forgetfulOf(commands, type, told));
