/** Kills the scenario at chosen places, starts it again, and holds the folder against what must hold. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '../../src/main/core.ts';
import { embeddedEnvironment } from '../support/process/embedded-environment.ts';
import type { Place } from './mark.ts';
import { inFolder } from './open-folder.ts';

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
  /** How many points there are in an undisturbed run, which the first call takes. */
  points(): Promise<number>;
  crashAt(point: Point, sabotage?: Sabotage): Promise<Crash>;
  close(): Promise<void>;
};

/** The world around one run, which outlives its processes. */
export type World = {
  /** Of a provider. */
  readonly gatewayUrl?: string;
  /** Promises that are broken in the folder of an ended run. */
  readonly verify: (core: Core, folder: string) => Promise<readonly string[]>;
  close(): Promise<void>;
};

export type Scenario = {
  /** The main module of its processes. */
  readonly program: string;
  /** Fills the folder of all runs; the answer is for their processes. */
  readonly prepare: (core: Core) => Promise<unknown>;
  readonly outside: () => Promise<World>;
};

/** The folder is made once, and each run has a copy. This process makes it, and looks into it after each run. */
export const createHarness = async ({ program, prepare, outside }: Scenario): Promise<Harness> => {
  const root = await mkdtemp(join(tmpdir(), 'crash-'));
  const template = join(root, 'template');
  await mkdir(template);
  const begun = await outside();
  const prepared = await inFolder(template, prepare, begun.gatewayUrl);
  await begun.close();
  await writeFile(join(template, 'prepared.json'), JSON.stringify(prepared));

  /** A folder and a world of its own; `play` is one process of the program. */
  const inWorld = async <T>(name: string, run: (folder: string, world: World, play: Play) => Promise<T>) => {
    const folder = join(root, name);
    await cp(template, folder, { recursive: true });
    const world = await outside();
    const env = world.gatewayUrl === undefined ? {} : { GATEWAY_URL: world.gatewayUrl };
    try {
      return await run(folder, world, async (sabotage, more = {}) =>
        child([program, folder, sabotage], { ...env, ...more }),
      );
    } finally {
      await world.close();
    }
  };

  const measure = async (): Promise<number> =>
    inWorld('whole', async (_, __, play) => {
      const { stdout, failure } = await play('');
      const points = pointsIn(stdout);
      if (points === 0) throw new Error(`the scenario does not come to its end: ${failure}`);
      return points;
    });
  let measured: Promise<number> | undefined;

  return {
    points: async () => (measured ??= measure()),
    crashAt: async (point, sabotage = '') =>
      inWorld(`${sabotage}at-${point}`, async (folder, world, play) => {
        const { killed, failure, stdout } = await play(sabotage, { CRASH_AT: String(point) });
        const again = async () => startAgain(folder, world, async () => play(sabotage));
        const findings = failure === '' ? await again() : [`the first run failed: ${failure}`];
        // The folder stays for a look; `close` removes it, unless CRASH_KEEP is set.
        if (findings.length === 0) await rm(folder, { recursive: true });
        return { killed, findings, points: killed ? null : pointsIn(stdout) };
      }),
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
  return harness.crashAt(Math.max(1, Math.floor((point / (await harness.points())) * crash.points)));
};

const pointsIn = (stdout: string): number => Number(/continuations (\d+)/.exec(stdout)?.[1] ?? 0);

const startAgain = async (
  folder: string,
  { verify }: World,
  play: () => Promise<Ended>,
): Promise<readonly string[]> => {
  const { failure } = await play();
  if (failure !== '') return [`the second run failed: ${failure}`];
  try {
    return await inFolder(folder, async (core) => verify(core, folder));
  } catch (error) {
    return [`the folder cannot be opened: ${String(error)}`];
  }
};

type Ended = { readonly stdout: string; readonly killed: boolean; readonly failure: string };
type Play = (sabotage: Sabotage, env?: Readonly<Record<string, string>>) => Promise<Ended>;

const child = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const argv = ['--import', PRELOAD, ...args];
    const options = { env: { ...embeddedEnvironment(), ...env }, timeout: HANGS_AFTER_MS };
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      // A kill is what was asked for; anything else that ends a run is a failure.
      const killed = error?.signal === 'SIGKILL';
      resolve({ stdout, killed, failure: error === null || killed ? '' : `${error.message}\n${stderr}` });
    });
  });
