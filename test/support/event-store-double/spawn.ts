/** The double as a process that a test may kill, stop and start again, and its faults by HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultSpec, Strike } from './faults.ts';

const SERVE = join(import.meta.dirname, 'serve.ts');

export type RemoteFaults = {
  /** `times` is finite. */
  next(spec: FaultSpec): Promise<{ fired(): Promise<number> }>;
  strikeSubscriptions(kind: Strike): Promise<number>;
  clear(): Promise<void>;
};

export type DoubleProcess = {
  /** Connection string; the same after every start. */
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now: faults are gone with it. */
  readonly faults: RemoteFaults;
  readonly signal: (name: NodeJS.Signals) => void;
  /** By SIGKILL, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Again, on the same port and file. */
  readonly start: () => Promise<void>;
};

type Scope = { readonly teardown: (close: () => Promise<void>) => void };
type Running = { readonly child: ChildProcess; readonly url: string; readonly control: string };

const run = async (args: readonly string[]): Promise<Running> => {
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const told: string[] = [];
  for await (const line of lines) {
    told.push(line.replace(/^control /, ''));
    if (told.length === 2) break;
  }
  const [url, control] = told;
  if (url === undefined || control === undefined)
    throw new Error('the event store double has ended before it listened');
  return { child, url, control };
};

const remoteFaults = (control: () => string): RemoteFaults => {
  const ask = async <R>(path: string, body?: unknown): Promise<R> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${control()}/${path}`, sent);
    const answer = (await response.json()) as R & { readonly error?: string };
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };
  return {
    next: async (spec) => {
      const { id } = await ask<{ id: number }>('faults', spec);
      return { fired: async () => (await ask<{ fired: number }>(`faults/${id}`)).fired };
    },
    strikeSubscriptions: async (kind) => (await ask<{ struck: number }>('strike', { kind })).struck,
    clear: async () => ask('clear'),
  };
};

/** Resolves when it listens; it is killed when the test is over, if not before. `data` is the file of its log. */
export const spawnEventStoreDouble = async (
  scope: Scope,
  { data }: { readonly data: string },
): Promise<DoubleProcess> => {
  const args = ['--data', data];
  let running = await run(args);
  const { url } = running;
  const port = Number(/:(\d+)\?/.exec(url)?.[1]);

  const isRunning = (): boolean => running.child.exitCode === null && running.child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => void (isRunning() && running.child.kill(name));
  const kill = async (): Promise<void> => {
    if (!isRunning()) return;
    const gone = once(running.child, 'exit');
    signal('SIGKILL');
    await gone;
  };
  scope.teardown(kill);
  return Object.freeze({
    url,
    port,
    faults: remoteFaults(() => running.control),
    signal,
    kill,
    start: async () => {
      if (!isRunning()) running = await run([...args, '--port', String(port)]);
    },
  });
};
