/** The look at media without a child: `test/unit/adapters/media-probe/` holds its child, and tests by TLS have one. */
import type { ExecutionContext } from 'ava';
import { openMediaProbe } from '../../../src/adapters/media-probe/open-media-probe.ts';
import { createScratchFolders } from '../../../src/adapters/system/scratch.ts';
import { createTimers } from '../../../src/adapters/system/timers.ts';
import type { StreamProbe } from '../../../src/ports/media-probe.ts';
import { looksHere } from '../engines/jobs-here.ts';
import { tempFolder } from '../process/temp-folder.ts';

export const probeHere = (t: ExecutionContext): StreamProbe =>
  openMediaProbe({
    background: createTimers({ background: true }),
    scratch: createScratchFolders({ root: tempFolder(t), clock: { now: () => Date.now() } }),
    children: looksHere,
  });
