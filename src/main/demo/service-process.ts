/** The service and its tools as processes of their own, on the embedded default and one data folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type JsonObject, objectIn } from '../../kernel/json.ts';
import { orAborted, within } from '../../kernel/within.ts';
import type { Timers } from '../../ports/basics.ts';
import { ffmpegOf } from '../config.ts';
import type { Audit } from './record/checks.ts';

export type ServiceProcess = {
  readonly baseUrl: string;
  /** Whether it still runs: a client sees only that no answer arrives. */
  readonly isRunning: () => boolean;
  /** Gracefully, and for good when that takes too long. */
  readonly stop: () => Promise<void>;
  /** At once, for the last moment of this process. */
  readonly kill: () => void;
};

export type Tools = {
  readonly token: (sub: string, scope: string) => Promise<string>;
  readonly audit: () => Promise<Audit>;
};

const MAIN = join(import.meta.dirname, '..');
const STARTED_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;
const LAST_WORDS = 6;

const ffmpeg = ffmpegOf();

/** Of the caller's environment the program of films alone: no other store, port or issuer may slip in. */
const environment = (dataFolder: string, more: Readonly<Record<string, string>> = {}) => ({
  DATA_DIR: dataFolder,
  LOG_LEVEL: 'warn',
  ...(ffmpeg === null ? {} : { FFMPEG: ffmpeg }),
  ...more,
});

export type Place = { readonly dataFolder: string; readonly logFile: string };

/** Rejects when the service ends, or does not listen in time; its last words are in the message. */
export const startService = async (
  { dataFolder, logFile }: Place,
  timers: Timers,
  signal: AbortSignal,
): Promise<ServiceProcess> => {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [join(MAIN, 'serve.ts')], {
    env: environment(dataFolder, { HOST: '127.0.0.1', PORT: '0' }),
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const kill = (): void => void child.kill('SIGKILL');
  const stop = async (): Promise<void> => {
    if (!isRunning()) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await endsWithin(timers, gone, kill);
  };
  try {
    return Object.freeze({ baseUrl: await listening(child, timers, signal), isRunning, stop, kill });
  } catch (error) {
    await stop();
    throw new Error(`the service did not start: ${(await lastWords(logFile)) || messageOf(error)}`, { cause: error });
  }
};

const listening = async (child: ChildProcess, timers: Timers, signal: AbortSignal): Promise<string> => {
  const late = (): Error => new Error(`it did not listen within ${STARTED_WITHIN_MS / 1_000} seconds`);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with exit code ${String(code)}`);
  });
  return within({ timers, ms: STARTED_WITHIN_MS, late, parent: signal }, async (over) =>
    orAborted(Promise.race([addressFrom(child), ended]), over),
  );
};

/** Later output is read and dropped, so that its pipe never fills. */
const addressFrom = async ({ stdout }: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (stdout === null) return;
    createInterface({ input: stdout }).on('line', (line) => {
      const address = /^listening on (http:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });

const endsWithin = async (timers: Timers, gone: Promise<unknown>, kill: () => void): Promise<void> => {
  const settled = new AbortController();
  const late = timers.sleep(STOPPED_WITHIN_MS, settled.signal).then(kill, () => undefined);
  await gone;
  settled.abort();
  await late;
};

const lastWords = async (logFile: string): Promise<string> => {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-LAST_WORDS).join('\n');
};

export const createTools = (dataFolder: string, signal: AbortSignal): Tools => {
  const run = async (tool: string, ...options: readonly string[]): Promise<Ended> =>
    new Promise((resolve, reject) => {
      const command = [join(MAIN, `${tool}.ts`), ...options, '--json'];
      execFile(process.execPath, command, { env: environment(dataFolder), signal }, (error, stdout, stderr) => {
        if (error === null) resolve({ exitCode: 0, stdout, stderr });
        else if (typeof error.code === 'number') resolve({ exitCode: error.code, stdout, stderr });
        else reject(new Error(`the tool ${tool} could not be run`, { cause: error }));
      });
    });
  return Object.freeze({
    token: async (sub: string, scope: string) => {
      const { stdout, stderr } = await run('token', '--sub', sub, '--scope', scope);
      const { token } = parsed(stdout);
      if (typeof token !== 'string') throw new Error(`no token: ${stderr.trim() || stdout.trim()}`);
      return token;
    },
    audit: async () => {
      const { exitCode, stdout, stderr } = await run('audit', '--full');
      const report = parsed(stdout);
      return { ok: report['ok'] === true, exitCode, report: stderr.trim() === '' ? report : { ...report, stderr } };
    },
  });
};

type Ended = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const parsed = (line: string): JsonObject => objectIn(line) ?? {};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
