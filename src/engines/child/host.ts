/** The main module of a child: does the one job of this process, in its current folder, and ends the process. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isFault } from '../../kernel/faults.ts';
import { childLimits } from '../../kernel/limits/children.ts';
import { JOB_FILE, type JobAnswer, type JobFile, type JobScript } from './job.ts';
import { reserveAnswer, writeAnswer } from './write-answer.ts';

const { script, input, bounds } = JSON.parse(readFileSync(JOB_FILE, 'utf8')) as JobFile;

const answered = async (): Promise<JobAnswer> => {
  try {
    const { perform } = (await import(script)) as JobScript;
    return { kind: 'done', value: await perform(input) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', code: isFault(error, 'rejected') ? 'rejected' : 'unavailable', message };
  }
};

reserveAnswer();
// Nothing is begun unwatched, the imports of the script included.
const watch = new Worker(new URL('./watch.ts', import.meta.url), {
  workerData: bounds,
  resourceLimits: { maxOldGenerationSizeMb: childLimits.childWatchHeapMiB },
});
await once(watch, 'online');
writeAnswer(await answered());
// The answer is the last act. No destructor of a native library is waited for, and none can spoil it.
process.kill(process.pid, 'SIGKILL');
