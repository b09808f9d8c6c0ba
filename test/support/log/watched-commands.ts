/** A command handler with something done at its commands: a call that overtakes it, or the death of its process. */
import type { CommandHandler } from '../../../src/application/log/command-handler.ts';
import { Died } from './mortal-commands.ts';

/** Called at each command: its type, and its stream. */
type Look = (type: string, stream: string) => unknown;

export const watchedCommands = (
  commands: CommandHandler,
  { before, after }: { readonly before?: Look; readonly after?: Look },
): CommandHandler => ({
  ...commands,
  handle: async (decider, stream, command, context) => {
    const { type } = command as { readonly type: string };
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

/** Commands of this type are answered and not carried out. */
export const forgetfulOf = (commands: CommandHandler, type: string): CommandHandler => ({
  ...commands,
  handle: async (decider, stream, command, context) =>
    (command as { readonly type: string }).type === type
      ? { kind: 'unchanged', ...(await commands.read(decider, stream)) }
      : commands.handle(decider, stream, command, context),
});
