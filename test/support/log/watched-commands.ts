/** A command handler with something done at its commands: a call that overtakes it, or the death of its process. */
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import { Died } from './mortal-commands.ts';

export const typeOf = (command: unknown): string => (command as { readonly type: string }).type;

/** Called at each command: its type, and its stream. */
type Look = (type: string, stream: string) => unknown;

export const watchedCommands = (
  commands: CommandHandler,
  { before, after }: { readonly before?: Look; readonly after?: Look },
): CommandHandler => ({
  ...commands,
  handle: async (decider, stream, command, context) => {
    const type = typeOf(command);
    await before?.(type, stream);
    const outcome = await commands.handle(decider, stream, command, context);
    await after?.(type, stream);
    return outcome;
  },
});

/** `meanwhile` is done just before the first command of this type, once. */
export const overtakenAt = (
  commands: CommandHandler,
  type: string,
  meanwhile: () => Promise<unknown>,
): CommandHandler => {
  let isOvertaken = false;
  const before: Look = async (asked) => {
    if (asked !== type || isOvertaken) return;
    isOvertaken = true;
    await meanwhile();
  };
  return watchedCommands(commands, { before });
};

/** No command of this type is carried out: its process has died. */
export const dyingAt = (commands: CommandHandler, type: string): CommandHandler =>
  watchedCommands(commands, {
    before: (asked) => {
      if (asked === type) throw new Died();
    },
  });

/** Answers a command of this type as if it had been carried out before, and records nothing. */
export const forgetfulOf = (commands: CommandHandler, type: string, told = (): void => undefined): CommandHandler => ({
  ...commands,
  handle: async (decider, stream, command, context) => {
    if (typeOf(command) !== type) return commands.handle(decider, stream, command, context);
    told();
    return { kind: 'unchanged', ...(await commands.read(decider, stream)) };
  },
});
