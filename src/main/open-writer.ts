/** A command handler on the data folder, for tools that write beside a running service. */
import { openDataFolder } from '../adapters/sqlite/data-folder.ts';
import { createCommandHandler } from '../application/handle-command.ts';
import { createEventCodec } from '../schema/event-codec.ts';
import type { Config } from './config.ts';
import { createSystem } from './system.ts';

export const openWriter = async (config: Config) => {
  const system = createSystem(config);
  const { clock, ids, timers, logger } = system;
  const folder = openDataFolder(config.dataDir, {
    ...system,
    fatal: (error) => {
      logger.error({ error }, 'the log has failed; nothing more can be trusted here');
      process.exit(EXIT_STORAGE);
    },
  });
  const commands = createCommandHandler({
    eventStore: folder.store,
    codec: createEventCodec(),
    clock,
    ids,
    timers,
    logger,
  });
  return {
    ...folder,
    commands,
    ...system,
    close: async () => {
      await commands.close();
      await folder.close();
    },
  };
};

/** The log's file failed: a supervisor of processes may start a new one, which reads back what is durable. */
export const EXIT_STORAGE = 74;
