/** Processes that are measured as a whole. */
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { embeddedEnvironment } from '../../support/process/embedded-environment.ts';
import type { Done, Order } from '../workers/frames.ts';
import { type FrameWindow, JOBS_PER_LANE, jobsFor, LANES } from './frame-load.ts';
import type { Settings } from './measure.ts';
import { scriptFlags } from './script-flags.ts';
import { FRAMES_PER_JOB } from './studio.ts';

export const workerPath = (name: string): string => fileURLToPath(new URL(`../workers/${name}.ts`, import.meta.url));

/** The code that makes a Node process write its largest resident size into a file when it ends. */
export const memoryReport = (file: string) => ({
  nodeOptions: ['--import', workerPath('report-memory')],
  env: { MEMORY_FILE: file },
  bytes: (): number => Number(readFileSync(file, 'utf8')),
});

/** Runs a worker to its end; answers with the bytes that it had resident at most. */
export const memoryOf = async (
  worker: string,
  argument: string,
  file: string,
  flags: readonly string[] = [],
): Promise<number> => {
  const { nodeOptions, env, bytes } = memoryReport(file);
  const child = spawn(process.execPath, [...flags, ...nodeOptions, workerPath(worker), argument], {
    env: { ...embeddedEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`${worker} ended with ${String(code)}`);
  return bytes();
};

export type FrameWorker = {
  /** `env`: the servers. */
  readonly open: (folder: string, env?: Readonly<Record<string, string>>) => Promise<void>;
  readonly run: (jobsPerLane: number) => Promise<FrameWindow>;
  /** At least so many frames more in the folder. */
  readonly grow: (frames: number, tell: Settings['tell']) => Promise<void>;
  /** Closes the folder; another may be opened. */
  readonly close: () => Promise<void>;
  readonly end: () => void;
};

export const startFrameWorker = (): FrameWorker => {
  const child = fork(workerPath('frames'), { execArgv: [...scriptFlags('start')] });
  const order = async (what: Order): Promise<Done> => {
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const ended = (): void => reject(new Error('a worker has ended'));
    child.once('exit', ended);
    child.once('message', (done) => {
      child.off('exit', ended);
      resolve(done as Done);
    });
    child.send(what);
    return promise;
  };
  const run: FrameWorker['run'] = async (jobsPerLane) => (await order({ kind: 'run', jobsPerLane })) as FrameWindow;
  return {
    open: async (folder, env = {}) => {
      await order({ kind: 'open', folder, env });
    },
    run,
    grow: async (frames, tell) => {
      for (let left = jobsFor(frames); left > 0; left -= JOBS_PER_LANE) {
        tell(`${left * LANES * FRAMES_PER_JOB} frames to go`);
        await run(Math.min(left, JOBS_PER_LANE));
      }
    },
    close: async () => {
      await order({ kind: 'close' });
    },
    end: () => {
      child.kill();
    },
  };
};
