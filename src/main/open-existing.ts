/** Opens existing data for tools: they make no new data folder where a name was mistyped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCommandHandler } from '../application/log/command-handler.ts';
import { Fault } from '../kernel/faults.ts';
import { createEventCodec } from '../schema/event-codec.ts';
import { type Config, readConfig } from './config.ts';
import { EXIT_STORAGE } from './exit-codes.ts';
import { openEventStores } from './open-stores.ts';
import { createSystem } from './system.ts';

/** Fault `not_found` where there is no log, else those of `openEventStores`. */
export const openExisting = async (config: Pick<Config, 'dataDir' | 'logLevel' | 'servers' | 'hostName'>) => {
  if (config.servers.eventStoreDb === null && !existsSync(join(config.dataDir, 'log.sqlite'))) {
    throw new Fault('not_found', `there is no log in ${config.dataDir}: DATA_DIR names the data folder`);
  }
  const system = createSystem(config);
  const fatal = (error: unknown): void => {
    system.logger.error({ error }, 'the storage has failed');
    process.exit(EXIT_STORAGE);
  };
  const stores = await openEventStores(config, system, fatal);
  const codec = createEventCodec();
  const commands = createCommandHandler({ ...system, eventStore: stores.store, codec });
  return {
    ...stores,
    ...system,
    codec,
    commands,
    close: async () => {
      await commands.close();
      await stores.close();
    },
  };
};

type Existing = Awaited<ReturnType<typeof openExisting>>;

/** The work of a tool on the data that the environment names, which is closed at its end. */
export const withExisting = async <T>(work: (existing: Existing, config: Config) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const existing = await openExisting(config);
  try {
    return await work(existing, config);
  } finally {
    await existing.close();
  }
};
