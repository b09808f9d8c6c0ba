/** Any program, or the text of a module, run to its end. */
import { spawn, type SpawnOptions } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ROOT } from './main-program.ts';

type Options = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'timeout'>;

export type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export const runProgram = async (command: string, args: readonly string[], options: Options): Promise<Ran> => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  const [status, stdout, stderr] = await Promise.all([promise, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
};

/** A module of this text as a process. It finds the modules of this repository by their URLs. */
export const runScript = async (script: string, ...args: readonly string[]): Promise<Ran> =>
  runProgram(process.execPath, ['--input-type=module', '--eval', script, '--', ...args], { cwd: ROOT });
