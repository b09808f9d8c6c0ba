/** A data folder for tools that look at what is there: they make no new one where a name was mistyped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../adapters/sqlite/data-folder.ts';
import { Fault } from '../kernel/faults.ts';
import { createEventCodec } from '../schema/event-codec.ts';
import type { Config } from './config.ts';
import { EXIT_STORAGE } from './exit-codes.ts';
import { createSystem } from './system.ts';

/** Fault `not_found` where there is no log, else those of `openDataFolder`. */
export const openExisting = (config: Pick<Config, 'dataDir' | 'logLevel'>) => {
  if (!existsSync(join(config.dataDir, 'log.sqlite'))) {
    throw new Fault('not_found', `there is no log in ${config.dataDir}: DATA_DIR names the data folder`);
  }
  const system = createSystem(config);
  const fatal = (error: unknown): void => {
    system.logger.error({ error }, 'the storage has failed');
    process.exit(EXIT_STORAGE);
  };
  return { ...openDataFolder(config.dataDir, { ...system, fatal }), ...system, codec: createEventCodec() };
};
