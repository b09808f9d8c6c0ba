/** Rebuilds every read model of a data folder, as the tool does, but waits for no readers. Argument: the folder. */
import { rebuildReadModels } from '../../../src/application/rebuild-projection.ts';
import { openExisting } from '../../../src/main/open-existing.ts';
import { projections } from '../../../projections/registry.ts';

const folder = openExisting({ dataDir: process.argv[2] ?? '', logLevel: 'warn' });
await rebuildReadModels(folder, projections);
await folder.close();
