/**
 * The thread beside the job in a child. It ends the child when its parent is gone, or when a bound is passed. A job
 * that computes for long answers no event, so its own thread could tell neither.
 */
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { childLimits } from '../../kernel/limits/children.ts';
import { folderBytes } from './folder-bytes.ts';
import type { JobBounds } from './job.ts';
import { killGroup, programsMemory } from './programs.ts';
import { writeAnswer } from './write-answer.ts';

const bounds = workerData as JobBounds;

const end = (): void => {
  if (bounds.startsPrograms) killGroup(process.pid);
  process.kill(process.pid, 'SIGKILL');
};

const look = (): void => {
  const programs = bounds.startsPrograms ? programsMemory() : 0;
  if (process.memoryUsage.rss() + programs > bounds.memoryBytesMax) {
    const message = `the job took more than ${bounds.memoryBytesMax} bytes of memory`;
    writeAnswer({ kind: 'failed', code: 'unavailable', message });
    end();
  } else if (folderBytes('.') > bounds.outputBytesMax) {
    // Its files are looked at again by the parent, which says so.
    end();
  }
};

// Node keeps the compiled code of the main thread by itself.
flushCompileCache();
// Standard input is a pipe that the parent never writes to: its end is the end of the parent.
new Socket({ fd: 0 }).on('error', end).on('close', end).resume();
setInterval(look, childLimits.childWatchMs);
