/** A server in a process of its own. It says where it listens on its first line. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Origin } from './http-load.ts';
import { scriptFlags } from './script-flags.ts';

export type Server = {
  readonly origin: Origin;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

const SERVE = fileURLToPath(new URL('../../../src/main/serve.ts', import.meta.url));
const INSTANT = fileURLToPath(new URL('../workers/instant-service.ts', import.meta.url));
const COPYING = fileURLToPath(new URL('../workers/copying-service.ts', import.meta.url));
const BARE = fileURLToPath(new URL('../workers/bare-koa.ts', import.meta.url));

const serviceOf =
  (script: string) =>
  async (dataDir: string, env: Environment = {}, nodeOptions: readonly string[] = []): Promise<Server> =>
    start(script, { DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...env }, [
      ...scriptFlags('start'),
      ...nodeOptions,
    ]);

/** The service as `npm start` runs it, on any free port, without rate limits. */
export const startService = serviceOf(SERVE);

/** The same with an engine that answers at once; see `workers/instant-service.ts`. */
export const startInstantService = serviceOf(INSTANT);

/** The same, but most scenes of its films are copies; see `workers/copying-service.ts`. */
export const startCopyingService = serviceOf(COPYING);

/** The answers of a Koa that checks a token and nothing else; see `workers/bare-koa.ts`. */
export const startBareKoa = async (env: Environment): Promise<Server> => start(BARE, env);

const start = async (script: string, env: Environment, nodeOptions: readonly string[] = []): Promise<Server> => {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [...nodeOptions, script], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: [...stdio],
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`${script} ended with ${code} before it listened`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^listening on (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const { hostname, port } = new URL(address);
  return {
    origin: { host: hostname, port: Number(port) },
    pid: child.pid as number, // It runs, or it would not listen.
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
