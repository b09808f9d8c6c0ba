/** A command handler on a log that is there, for tools that write beside a running service. */
import { createCommandHandler } from '../application/log/command-handler.ts';
import type { Config } from './config.ts';
import { openExisting } from './open-existing.ts';

/** Faults as `openExisting`. */
export const openWriter = async (config: Config) => {
  const folder = await openExisting(config);
  const { store: eventStore, codec, clock, ids, timers, logger, turns } = folder;
  const commands = createCommandHandler({ eventStore, codec, clock, ids, timers, logger, turns });
  return {
    ...folder,
    commands,
    close: async () => {
      await commands.close();
      await folder.close();
    },
  };
};
