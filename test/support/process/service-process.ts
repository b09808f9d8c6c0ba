/** The service as a process of its own, which a test may kill, stop and start again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ExecutionContext } from 'ava';
import { bareEnvironment } from './bare-environment.ts';
import { mainProgram, ROOT } from './main-program.ts';

export const SERVE = mainProgram('serve');

export type ServiceProcess = {
  readonly pid: number;
  readonly baseUrl: string;
  /** Its text on either output. */
  readonly output: () => string;
  readonly isRunning: () => boolean;
  readonly signal: (name: NodeJS.Signals) => void;
  /** By SIGKILL, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** By SIGTERM; its exit code. */
  readonly stop: () => Promise<number | null>;
};

export type ProcessOptions = {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The command: `npm start` unless stated. */
  readonly script?: string;
  readonly args?: readonly string[];
  /** A command that starts it, with arguments: it becomes the service. */
  readonly within?: readonly string[];
};

/** Resolves when it listens; it is killed when the test is over, if not before. */
export const startProcess = async (
  t: Pick<ExecutionContext, 'teardown'>,
  options: ProcessOptions,
): Promise<ServiceProcess> => {
  const { dataDir, env = {}, script = SERVE, args = [], within = [] } = options;
  const [command, ...words] = [...within, process.execPath, script, ...args];
  const child = spawn(command ?? process.execPath, words, {
    env: { ...bareEnvironment(), DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...env },
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const url = /^listening on (http:\/\/\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    gone.then(
      ([code, signal]) => reject(new Error(`it ended before it listened (${code ?? signal}): ${output}`)),
      reject,
    );
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => void (isRunning() && child.kill(name));
  const kill = async (): Promise<void> => {
    signal('SIGKILL');
    await gone;
  };
  t.teardown(kill);
  const baseUrl = await address;
  const stop = async (): Promise<number | null> => {
    signal('SIGTERM');
    await gone;
    return child.exitCode;
  };
  return Object.freeze({ pid: child.pid ?? 0, baseUrl, output: () => output, isRunning, signal, kill, stop });
};
