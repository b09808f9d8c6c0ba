/** Kills the scenario at chosen places, starts it again, and holds the folder against what must hold. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import type { Place } from './mark.ts';

const CHILD = join(import.meta.dirname, 'child.ts');
const PRELOAD = join(import.meta.dirname, 'preload.ts');
/** A scenario takes about a second; one that takes this long hangs, which is a finding too. */
const HANGS_AFTER_MS = 60_000;

/**
 * Deliberate faults that the scenario must find: see `makers.ts`, `early-store.ts` and `deaf-objects.ts`. `again`: an
 * engine that is called again after a lost answer (`gateway-child.ts`).
 */
export type Sabotage = 'fickle' | 'early' | 'deaf' | 'again' | '';

/** The n-th continuation of a run, or the n-th after the scenario was at a place for so many times. */
export type Point = number | `${Place}:${number}+${number}`;

export type Crash = {
  /** False when the run had ended before it came there. */
  readonly killed: boolean;
  /** How many points the run had, when it was not killed. */
  readonly points: number | null;
  /** The promises broken after the kill and a new start. */
  readonly findings: readonly string[];
};

export type Harness = {
  /** How many points there are in an undisturbed run; 0 with a sabotage, whose runs are told where to end. */
  readonly points: number;
  crashAt(point: Point): Promise<Crash>;
  close(): Promise<void>;
};

/** The world around one run, which outlives its processes. */
export type Outside = () => Promise<{
  readonly env: Readonly<Record<string, string>>;
  /** Writes what it has seen into the folder of the run. */
  readonly tell: (folder: string) => void;
  close(): Promise<void>;
}>;

export const EMPTY: Outside = async () =>
  Promise.resolve({ env: {}, tell: () => undefined, close: async () => Promise.resolve() });

/** A scenario, by the program of its processes. */
export type Scenario = { readonly program: string; readonly outside: Outside };

const STORY: Scenario = { program: CHILD, outside: EMPTY };

export const createHarness = async (
  sabotage: Sabotage = '',
  { program, outside }: Scenario = STORY,
): Promise<Harness> => {
  const root = await mkdtemp(join(tmpdir(), 'crash-'));
  const template = join(root, 'template');
  const begun = await outside();
  const prepared = await child(program, 'prepare', template, begun.env);
  const measured = async (): Promise<number> => {
    const whole = join(root, 'whole');
    await cp(template, whole, { recursive: true });
    const { stdout, failure } = await child(program, 'play', whole, begun.env);
    const points = pointsIn(stdout);
    if (points === 0) throw new Error(`the scenario does not come to its end: ${prepared.failure}${failure}`);
    return points;
  };
  const points = sabotage === '' ? await measured() : 0;
  await begun.close();

  return {
    points,
    crashAt: async (point) => {
      const folder = join(root, `at-${point}`);
      await cp(template, folder, { recursive: true });
      const world = await outside();
      const env = { ...world.env, CRASH_AT: String(point) };
      const { killed, failure, stdout } = await child(program, 'play', folder, env, sabotage);
      const again = async () => startAgain(program, folder, world, sabotage);
      const findings = failure === '' ? await again() : [`the first run failed: ${failure}`];
      await world.close();
      // The folder stays for a look; `close` removes it, unless CRASH_KEEP is set.
      if (findings.length === 0) await rm(folder, { recursive: true });
      return { killed, findings, points: killed ? null : pointsIn(stdout) };
    },
    close: async () => {
      if (process.env['CRASH_KEEP'] === undefined) await rm(root, { recursive: true, force: true });
    },
  };
};

/**
 * A kill all over a run. Runs differ in length by the number of looks: where this one ended before the point, the next
 * one is killed at the same share of it.
 */
export const crashWithin = async (harness: Harness, point: Point): Promise<Crash> => {
  const crash = await harness.crashAt(point);
  if (typeof point !== 'number' || crash.points === null || crash.findings.length > 0) return crash;
  return harness.crashAt(Math.max(1, Math.floor((point / harness.points) * crash.points)));
};

const pointsIn = (stdout: string): number => Number(/continuations (\d+)/.exec(stdout)?.[1] ?? 0);

const startAgain = async (
  program: string,
  folder: string,
  { env, tell }: Awaited<ReturnType<Outside>>,
  sabotage: Sabotage,
): Promise<readonly string[]> => {
  const { failure } = await child(program, 'play', folder, env, sabotage);
  if (failure !== '') return [`the second run failed: ${failure}`];
  tell(folder);
  const verified = await child(program, 'verify', folder, env);
  if (verified.failure !== '') return [`the folder cannot be opened: ${verified.failure}`];
  return JSON.parse(verified.stdout) as string[];
};

type Ended = { readonly stdout: string; readonly killed: boolean; readonly failure: string };

const child = async (
  program: string,
  phase: 'prepare' | 'play' | 'verify',
  folder: string,
  env: Readonly<Record<string, string>>,
  sabotage: Sabotage = '',
): Promise<Ended> =>
  new Promise((resolve) => {
    const argv = ['--import', PRELOAD, program, phase, folder, sabotage];
    const options = { env: { ...embeddedEnvironment(), ...env }, timeout: HANGS_AFTER_MS };
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      // A kill is what was asked for; anything else that ends a run is a failure.
      const killed = error?.signal === 'SIGKILL';
      resolve({ stdout, killed, failure: error === null || killed ? '' : `${error.message}\n${stderr}` });
    });
  });
