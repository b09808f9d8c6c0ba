import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import { type Children, createChildren } from '../../../src/engines/child/children.ts';

const background = createTimers({ background: true });

/** Beside the compiled code of the tests themselves. */
const compiled = getCompileCacheDir();
const codeFolder = compiled === undefined ? {} : { codeFolder: join(compiled, 'children') };

/** One for all tests of a process: they run at once, and a child has 150 MiB. */
export const sharedChildren: Children = createChildren({ background, ...codeFolder });
