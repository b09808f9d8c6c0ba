/**
 * Jobs of engines in this process, one after another: what they make is the same, and a child costs more than a short
 * job. That engines have children, which nothing can harm, is shown by `test/contract/engines/` and `engines/child/`.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Children } from '../../../src/engines/child/children.ts';
import { folderBytes } from '../../../src/engines/child/folder-bytes.ts';
import type { JobScript } from '../../../src/engines/child/job.ts';
import { Fault, isFault } from '../../../src/kernel/faults.ts';
import { createGate } from '../../../src/kernel/gate.ts';

/** All tests of a file begin at once. */
const WAITING_MAX = 1_000;

/** A script writes into the current folder, and a process has one. */
const gate = createGate({ placesMax: 1, waitingMax: WAITING_MAX });
const HOME = process.cwd();

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const told = (error: unknown): Fault =>
  isFault(error, 'rejected') ? error : new Fault('unavailable', String(error), { detail: { ended: 'failed' } });

const jobs = (enter: (folder: string) => void): Children => ({
  run: async ({ script, input, bounds, read }, scratch, signal) =>
    gate.run(async () => {
      if (signal.aborted) throw new Fault('cancelled', 'the job was called off');
      const folder = await mkdtemp(join(await scratch.folder(), 'job-'));
      const { perform } = (await import(script.href)) as JobScript;
      enter(folder);
      try {
        const value = read(plain(await perform(plain(input))));
        if (value === undefined) throw new Error('the answer makes no sense');
        if (folderBytes(folder) > bounds.outputBytesMax) throw new Fault('rejected', 'its files are too large');
        return { value, folder };
      } catch (error) {
        throw told(error);
      } finally {
        process.chdir(HOME);
      }
    }, signal),
  close: async () => Promise.resolve(),
});

export const jobsHere: Children = jobs((folder) => process.chdir(folder));

/** Jobs that write no file: beside them others may use the current folder. */
export const looksHere: Children = jobs(() => undefined);
