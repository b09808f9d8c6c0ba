/** The service's side of the launcher. The first child starts it, and so does the first one after its end. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../kernel/faults.ts';
import { limits } from '../../kernel/limits.ts';
import type { ChildOptions, Ended, LaunchOrder, LaunchReport } from './launcher.ts';

export type Launched = {
  /**
   * Resolves when the process is gone and its pipes are closed. Fault `unavailable`: none was started, or the launcher
   * has ended, and the child ends by itself.
   */
  readonly gone: Promise<Ended>;
  readonly kill: () => void;
};

export type Launcher = {
  launch(options: ChildOptions): Launched;
  /** No child is left by then. */
  close(): void;
};

type Waiting = { readonly resolve: (ended: Ended) => void; readonly reject: (error: Fault) => void };

type Running = { readonly process: ChildProcess; readonly waiting: Map<number, Waiting> };

const LAUNCHER = fileURLToPath(new URL('./launcher.ts', import.meta.url));

/** Whether the folder is there now: Node allows writes below no other. Without it children compile each time. */
const isMade = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
};

export const openLauncher = (codeFolder: string | undefined): Launcher => {
  let current: Running | undefined;
  let launched = 0;

  const begin = (): Running => {
    const running: Running = {
      process: fork(LAUNCHER, codeFolder !== undefined && isMade(codeFolder) ? [codeFolder] : [], {
        execArgv: [`--max-old-space-size=${limits.launcherHeapMiB}`],
        env: { TZ: 'UTC' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
      waiting: new Map(),
    };
    running.process.on('message', (report: LaunchReport) => {
      const waiter = running.waiting.get(report.id);
      forget(running, report.id);
      if ('ended' in report) waiter?.resolve(report.ended);
      else waiter?.reject(new Fault('unavailable', `no child process can be started: ${report.failed}`));
    });
    running.process.on('error', (cause) => ended(running, cause));
    running.process.on('exit', () => ended(running));
    return running;
  };

  const ended = (running: Running, cause?: unknown): void => {
    if (current === running) current = undefined;
    const fault = new Fault('unavailable', 'the process that starts children has ended', { cause });
    for (const { reject } of running.waiting.values()) reject(fault);
    running.waiting.clear();
  };

  /** A launcher that nothing waits for keeps no process alive. */
  const forget = ({ process, waiting }: Running, id: number): void => {
    waiting.delete(id);
    if (waiting.size > 0) return;
    process.unref();
    process.channel?.unref();
  };

  return Object.freeze({
    launch: (options: ChildOptions): Launched => {
      const running = (current ??= begin());
      launched += 1;
      const id = launched;
      const { promise: gone, resolve, reject } = Promise.withResolvers<Ended>();
      running.waiting.set(id, { resolve, reject });
      running.process.ref();
      running.process.channel?.ref();
      const send = (order: LaunchOrder): void => {
        // Its end is told by its `exit`, or by `error`.
        if (running.process.connected) running.process.send(order, () => undefined);
      };
      send({ id, kind: 'start', options });
      return { gone, kill: () => send({ id, kind: 'kill' }) };
    },
    close: () => {
      if (current?.process.connected === true) current.process.disconnect();
      current = undefined;
    },
  });
};
