/** Rebuilds every read model of a data folder, as the tool does, but waits for no readers. Argument: the folder. */
import { rebuildReadModels } from '../../../src/application/read-models/rebuild-projection.ts';
import { expectWholeLog } from '../../../src/main/collector.ts';
import { readConfig } from '../../../src/main/config.ts';
import { openExisting } from '../../../src/main/open-existing.ts';
import { projections } from '../../../projections/registry.ts';

expectWholeLog();
const folder = await openExisting(readConfig({ DATA_DIR: process.argv[2] ?? '', LOG_LEVEL: 'warn' }));
await rebuildReadModels(folder, projections);
await folder.close();
