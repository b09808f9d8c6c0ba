/** A command-line tool as its users run it: a process of its own, on a data folder. */
import { join } from 'node:path';
import { embeddedEnvironment } from './embedded-environment.ts';
import { mainProgram, ROOT } from './main-program.ts';
import { type Ran, runProgram } from './run-program.ts';

export type ToolRun = Ran;

type Name = 'serve' | 'audit' | 'rebuild' | 'reseal' | 'grant' | 'start-epoch' | 'token' | 'forget' | 'dead-letters';

export const runTool = async (name: Name, dataDir: string, ...args: readonly string[]): Promise<ToolRun> =>
  runToolIn(name, dataDir, {}, ...args);

/** With other settings than the data folder. */
export const runToolIn = async (
  name: Name,
  dataDir: string,
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<ToolRun> => ended([mainProgram(name), ...args], { ...variables, DATA_DIR: dataDir });

export type Run = readonly [dataDir: string, ...args: readonly string[]];

/** Several runs in one process: a start takes half a second, and words that a tool refuses take none. */
export const runToolFor = async (name: Name, runs: readonly Run[]): Promise<readonly ToolRun[]> => {
  const { stdout, stderr } = await ended([CHILD, mainProgram(name), JSON.stringify(runs)], {});
  if (stdout === '') throw new Error(`${name} ended all runs: ${stderr}`);
  return JSON.parse(stdout) as readonly ToolRun[];
};

const CHILD = join(import.meta.dirname, 'tools-child.ts');

const ended = async (args: readonly string[], variables: Readonly<Record<string, string>>): Promise<ToolRun> => {
  const env = { ...embeddedEnvironment(), LOG_LEVEL: 'silent', ...variables };
  return runProgram(process.execPath, args, { env, cwd: ROOT });
};
