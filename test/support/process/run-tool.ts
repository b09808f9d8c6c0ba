/** A command-line tool as its users run it: a process of its own, on a data folder. */
import { spawn } from 'node:child_process';
import { embeddedEnvironment } from './embedded-environment.ts';
import { mainProgram, ROOT } from './main-program.ts';

export type ToolRun = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export const runTool = async (
  name: 'audit' | 'rebuild' | 'grant' | 'start-epoch' | 'token' | 'forget',
  dataDir: string,
  ...args: readonly string[]
): Promise<ToolRun> => {
  const env = { ...embeddedEnvironment(), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, [mainProgram(name), ...args], { env, cwd: ROOT });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  return { status: await promise, stdout, stderr };
};
