/** How a service that is started on a folder refuses it. */
import { isFault } from '../../../src/kernel/faults.ts';
import { readConfig } from '../../../src/main/config.ts';
import { openCore } from '../../../src/main/core.ts';
import { quickMakers } from '../engines/quick-makers.ts';

/** The name of what was found; undefined when it starts. */
export const startRefusal = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  try {
    await (await openCore(config, () => undefined, quickMakers(), { writers: 'here' })).close();
    return undefined;
  } catch (error) {
    if (!isFault(error, 'corrupt')) throw error;
    return error.detail['reason'];
  }
};
