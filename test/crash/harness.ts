/** Kills the scenario at chosen continuations, starts it again, and holds the folder against what must hold. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHILD = join(import.meta.dirname, 'child.ts');
const PRELOAD = join(import.meta.dirname, 'preload.ts');
/** A scenario takes about a second; whoever takes this long hangs, which is a finding too. */
const HANGS_AFTER_MS = 60_000;

export type Harness = {
  /** How many points there are in an undisturbed run. */
  readonly points: number;
  /** What does not hold after a kill at this point and a new start. */
  crashAt(point: number): Promise<readonly string[]>;
  close(): Promise<void>;
};

export const createHarness = async (sabotage = ''): Promise<Harness> => {
  const root = await mkdtemp(join(tmpdir(), 'crash-'));
  const template = join(root, 'template');
  await child('prepare', template, {});
  const whole = join(root, 'whole');
  await cp(template, whole, { recursive: true });
  const { stdout } = await child('play', whole, {}, sabotage);
  const points = Number(/continuations (\d+)/.exec(stdout)?.[1] ?? 0);

  return {
    points,
    crashAt: async (point) => {
      const folder = join(root, `at-${point}`);
      await cp(template, folder, { recursive: true });
      await child('play', folder, { CRASH_AT: String(point) }, sabotage);
      const again = await child('play', folder, {}, sabotage);
      if (again.failure !== '') return [`the second run failed: ${again.failure}`];
      const { stdout: found, failure } = await child('verify', folder, {});
      const findings = failure === '' ? (JSON.parse(found) as string[]) : [`the folder cannot be opened: ${failure}`];
      // What was found can be looked at; `close` takes it away, unless CRASH_KEEP is set.
      if (findings.length === 0) await rm(folder, { recursive: true });
      return findings;
    },
    close: async () => {
      if (process.env['CRASH_KEEP'] === undefined) await rm(root, { recursive: true, force: true });
    },
  };
};

type Ended = { readonly stdout: string; readonly failure: string };

const child = async (phase: string, folder: string, env: Record<string, string>, sabotage = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const argv = ['--import', PRELOAD, CHILD, phase, folder, sabotage];
    const options = { env: { ...process.env, ...env }, timeout: HANGS_AFTER_MS };
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      // A kill is what was asked for; anything else that ends a run is a failure.
      const killed = error?.signal === 'SIGKILL';
      resolve({ stdout, failure: error === null || killed ? '' : `${error.message}\n${stderr}` });
    });
  });
